package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.mesh.Bucket;
import io.harmonyagent.core.mesh.Keys;
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
      "Exits with 0 if the device is Ready.",
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
    StatusView view = said(mesh, device.id());
    output.print(view);
    return view.exitCode();
  }

  /** What a device last said of itself. */
  static StatusView said(MeshAccess mesh, AgentId id) throws Exception {
    Bucket.Latest latest =
        mesh.use(connection -> MeshAccess.agents(connection).get(Keys.actualState(id)));
    if (latest.value().isEmpty()) {
      throw UserError.failed(
          id
              + " has never said anything; is its agent running? 'harmonyctl get agents' lists"
              + " those that are known");
    }
    return StatusView.of(new JsonReader().read(latest.value().get(), "status of " + id));
  }
}
