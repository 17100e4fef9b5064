package io.harmonyagent.agent.cli;

import io.harmonyagent.core.manifest.AgentId;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code history}: what was wanted of a device, by whom, and what came of it. */
@Command(
    name = "history",
    description = "Lists what was wanted of a device, by whom, and what came of it.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "WHO is what the writer said of himself. The mesh keeps the last 16 generations.",
      "",
      "Example:",
      "  harmonyctl history pi-kitchen"
    })
final class HistoryCommand implements Callable<Integer> {
  @Mixin private MeshAccess mesh;

  @Mixin private DeviceArgument device;

  @Mixin private Output output;

  @Override
  public Integer call() throws Exception {
    AgentId id = device.id();
    output.print(mesh.use(connection -> History.ofKnown(connection, id)));
    return ExitCode.OK;
  }
}
