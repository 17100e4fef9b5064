package io.harmonyagent.agent.cli;

import io.harmonyagent.core.manifest.AgentId;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

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

  @Parameters(paramLabel = "ID", description = "The device.")
  private String agent;

  @Mixin private Output output;

  @Override
  public Integer call() throws Exception {
    AgentId id = MeshAccess.agentId(agent);
    History history = mesh.use(connection -> History.read(connection, id));
    output.print(history);
    return ExitCode.OK;
  }
}
