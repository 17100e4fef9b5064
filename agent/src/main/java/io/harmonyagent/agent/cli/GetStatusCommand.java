package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.mesh.Bucket;
import io.harmonyagent.core.mesh.Keys;
import io.nats.client.Connection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code status}: what a device last said. */
@Command(
    name = "status",
    description = "Prints what a device last said.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Exits with 0 if the device is Ready, and is heard of.",
      "",
      "Example:",
      "  harmonyctl status -s nats://127.0.0.1:4222 pi-kitchen -o json"
    })
final class GetStatusCommand implements Callable<Integer> {
  @Mixin private MeshAccess mesh;

  @Mixin private DeviceArgument device;

  @Mixin private Output output;

  @Override
  public Integer call() throws Exception {
    AgentId id = device.id();
    return mesh.use(
        connection -> {
          StatusView view = said(connection, id);
          Optional<String> silence = Heard.of(connection, id).silence();
          output.print(view);
          if (silence.isPresent() && view.status().stoppedAt().isEmpty()) {
            output.warn(
                List.of(id + " was not heard of " + silence.get() + "; this is what it said last"));
          }
          return silence.isPresent() ? ExitCode.FAILED : view.exitCode();
        });
  }

  /** What a device last said of itself. */
  static StatusView said(Connection connection, AgentId id) throws Exception {
    Bucket.Latest latest = MeshAccess.agents(connection).get(Keys.actualState(id));
    if (latest.value().isEmpty()) {
      throw UserError.failed(
          id
              + " has never said anything; is its agent running? 'harmonyctl get agents' lists"
              + " those that are known");
    }
    return StatusView.of(new JsonReader().read(latest.value().get(), "status of " + id));
  }
}
