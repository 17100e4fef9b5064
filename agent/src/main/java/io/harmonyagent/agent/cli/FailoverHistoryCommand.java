package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.failover.history.Timeline;
import io.harmonyagent.failover.lease.ClusterRecords;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code failover history}: what was seen, what was decided, and why. */
@Command(
    name = "history",
    description = "Tells what the sites of a cluster decided, and why.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "With --explain every decision is made again from the evidence that is kept with it; exits",
      "with 1 if one comes out differently.",
      "",
      "Example:",
      "  harmonyctl failover history shop --explain"
    })
final class FailoverHistoryCommand implements Callable<Integer> {
  @Mixin private MeshAccess mesh;
  @Mixin private ClusterOption cluster;

  @Option(names = "--explain", description = "Show all that each decision was made from.")
  private boolean explain;

  @Option(
      names = {"-o", "--output"},
      description = "table or json",
      defaultValue = "table")
  private OutputFormat output;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    return mesh.use(
        connection -> {
          Timeline timeline = Timeline.of(new ClusterRecords(connection).events(cluster.name()));
          spec.commandLine()
              .getOut()
              .println(
                  output == OutputFormat.json
                      ? JsonWriter.pretty(timeline.json())
                      : Table.align(timeline.rows(explain)));
          return timeline.agrees() ? ExitCode.OK : ExitCode.FAILED;
        });
  }
}
