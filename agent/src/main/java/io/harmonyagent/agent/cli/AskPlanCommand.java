package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.mesh.AgentCall;
import io.harmonyagent.core.plan.Plan;
import io.nats.client.Connection;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code harmonyctl plan}: what a manifest would do to a device, as the device itself sees it. */
@Command(
    name = "plan",
    description = "Asks a device what a manifest would change on it; changes nothing.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Exits with 0 if everything could be brought into place, with 1 if something is in the"
          + " way.",
      "",
      "Example:",
      "  harmonyctl plan -f examples/hello.yaml --agent pi-kitchen"
    })
final class AskPlanCommand implements Callable<Integer> {
  static final String VERB = "plan";

  @Mixin private MeshAccess mesh;

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE|DIR|-",
      description =
          "The manifest: YAML, or JSON if its name says so; all of a directory's; - for standard"
              + " input.",
      required = true)
  private Path file;

  @Mixin private DeviceOption device;

  @Mixin private Output output;

  @Override
  public Integer call() throws Exception {
    AgentId id = device.id();
    Node source = ManifestFiles.read(file);
    output.warn(ManifestCheck.passedOver(source));
    Plan plan =
        mesh.use(
            connection ->
                ask(connection, id, Expansion.forAgent(connection, id, source).checked(source)));
    output.print(new PlanView(plan));
    return plan.isPossible() ? ExitCode.OK : ExitCode.FAILED;
  }

  static Plan ask(Connection connection, AgentId agent, Node manifest) throws Exception {
    byte[] answer = AgentCall.ask(connection, agent, VERB, JsonWriter.compact(manifest));
    return Plan.read(new JsonReader().read(answer, "plan of " + agent));
  }
}
