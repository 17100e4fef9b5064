package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.mesh.Bucket;
import io.harmonyagent.core.mesh.Keys;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.Condition;
import io.harmonyagent.core.status.StatusReader;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code status}: what a device last said. */
@Command(
    name = "status",
    description = "Prints what a device last said.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Exits with 0 if the device is Ready.",
      "",
      "Example:",
      "  harmonyctl status -s nats://127.0.0.1:4222 pi-kitchen -o json"
    })
final class GetStatusCommand implements Callable<Integer> {
  @Mixin private MeshAccess mesh;

  @Parameters(paramLabel = "AGENT", description = "The device.")
  private String agent;

  @Mixin private Output output;

  @Override
  public Integer call() throws Exception {
    AgentId id = MeshAccess.agentId(agent);
    Bucket.Latest latest =
        mesh.use(connection -> MeshAccess.agents(connection).get(Keys.actualState(id)));
    if (latest.value().isEmpty()) {
      throw UserError.failed(id + " has never said anything; is its agent running?");
    }
    Node document = new JsonReader().read(latest.value().get(), "status of " + id);
    AgentStatus status = StatusReader.read(document);
    output.print(new StatusView(status, document));
    return status.holds(Condition.Type.READY) ? ExitCode.OK : ExitCode.FAILED;
  }
}
