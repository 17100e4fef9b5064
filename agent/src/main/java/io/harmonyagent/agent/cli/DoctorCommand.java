package io.harmonyagent.agent.cli;

import io.harmonyagent.agent.doctor.Certificates;
import io.harmonyagent.agent.doctor.Finding;
import io.harmonyagent.agent.doctor.MeshDoctor;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.mesh.AgentCall;
import io.nats.client.Connection;
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
    List<Finding> findings = one == null ? outside() : inside(MeshAccess.agentId(one));
    DoctorView view = new DoctorView(findings);
    output.print(view);
    return view.exitCode();
  }

  private List<Finding> inside(AgentId id) throws Exception {
    byte[] answer = mesh.use(connection -> AgentCall.ask(connection, id, VERB, new byte[0]));
    return Finding.read(new JsonReader().read(answer, "findings of " + id));
  }

  private List<Finding> outside() throws Exception {
    List<Finding> findings = new ArrayList<>();
    findings.addAll(new Certificates(Instant.now()).of(mesh.configOrContext()));
    return mesh.use(
        connection -> {
          findings.addAll(new MeshDoctor(connection).look());
          fleet(connection, findings);
          return findings;
        });
  }

  private static void fleet(Connection connection, List<Finding> findings) throws Exception {
    Fleet fleet = Fleet.read(connection);
    int well = 0;
    for (Fleet.Member member : fleet.members().values()) {
      String state = FleetView.state(member, fleet.readAt());
      switch (state) {
        case "Offline", "Unknown" ->
            findings.add(
                Finding.warning(
                    "agent",
                    member.id()
                        + " is "
                        + state
                        + member
                            .heardAt()
                            .map(at -> ", last heard of " + Ago.since(at, fleet.readAt()) + " ago")
                            .orElse(", and was never heard of"),
                    "on the device: systemctl status harmony-agent; harmony-agent doctor"));
        case "Degraded", "Rejected" ->
            findings.add(
                Finding.warning(
                    "agent", member.id() + " is " + state, "harmonyctl get status " + member.id()));
        default -> well++;
      }
      member
          .clockSkew()
          .filter(skew -> skew.abs().toSeconds() >= 5)
          .ifPresent(
              skew ->
                  findings.add(
                      Finding.warning(
                          "clock",
                          member.id() + " is " + skew.toSeconds() + " s off the server's clock",
                          "on the device: timedatectl set-ntp true")));
    }
    findings.add(
        Finding.ok("agents", well + " of " + fleet.members().size() + " need no attention"));
  }
}
