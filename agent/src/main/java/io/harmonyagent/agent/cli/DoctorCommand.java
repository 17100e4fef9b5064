package io.harmonyagent.agent.cli;

import io.harmonyagent.agent.doctor.Certificates;
import io.harmonyagent.agent.doctor.Finding;
import io.harmonyagent.agent.doctor.MeshDoctor;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.mesh.AgentCall;
import io.harmonyagent.core.mesh.MeshUnavailable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code harmonyctl doctor}: the mesh and its devices from outside, or one device from inside. */
@Command(
    name = "doctor",
    description =
        "Looks for what is wrong with the mesh, its devices, or one device; says what to do.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Exits with 1 if something is BAD. On a device itself: harmony-agent doctor.",
      "",
      "Examples:",
      "  harmonyctl doctor",
      "  harmonyctl doctor --agent pi-kitchen"
    })
final class DoctorCommand implements Callable<Integer> {
  static final String VERB = "doctor";

  @Mixin private MeshAccess mesh;

  @Option(names = "--agent", paramLabel = "ID", description = "Ask this device itself.")
  private @Nullable String agent;

  @Mixin private Output output;

  @Override
  public Integer call() throws Exception {
    String one = agent;
    if (one == null) {
      return outside();
    }
    return printed(inside(MeshAccess.agentId(one)));
  }

  private int printed(List<Finding> findings) {
    DoctorView view = new DoctorView(findings);
    output.print(view);
    return view.exitCode();
  }

  private List<Finding> inside(AgentId id) throws Exception {
    byte[] answer = mesh.use(connection -> AgentCall.ask(connection, id, VERB, new byte[0]));
    return Finding.read(new JsonReader().read(answer, "findings of " + id));
  }

  /** A mesh that cannot be reached is a finding too, and the others may say why. */
  private int outside() throws Exception {
    List<Finding> findings =
        new ArrayList<>(new Certificates(Instant.now()).of(mesh.configOrContext()));
    try {
      findings.addAll(
          mesh.use(
              connection -> {
                List<Finding> found = new ArrayList<>(new MeshDoctor(connection).look());
                found.addAll(FleetFindings.of(Fleet.read(connection)));
                return found;
              }));
      return printed(findings);
    } catch (MeshUnavailable | UserError e) {
      findings.add(
          Finding.bad(
              "mesh",
              CommandLines.sentence(e),
              "is the server up, its name known, and what is said above in order?"));
      printed(findings);
      return CommandLines.exitCode(e);
    }
  }
}
