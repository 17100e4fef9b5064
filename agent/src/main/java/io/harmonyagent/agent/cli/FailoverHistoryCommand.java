package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.Node;
import io.harmonyagent.failover.history.Timeline;
import io.harmonyagent.failover.lease.ClusterRecords;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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

  @Mixin private Output output;

  @Override
  public Integer call() throws Exception {
    return mesh.use(
        connection -> {
          Timeline timeline = Timeline.of(new ClusterRecords(connection).events(cluster.name()));
          output.print(new TimelineView(timeline, explain));
          return timeline.agrees() ? ExitCode.OK : ExitCode.FAILED;
        });
  }

  /** What happened, oldest first. */
  private record TimelineView(Timeline timeline, boolean explain) implements View {
    @Override
    public String table(boolean wide) {
      List<List<String>> rows = timeline.rows(explain);
      return wide ? Table.align(rows) : Table.fit(rows);
    }

    @Override
    public Node node() {
      return timeline.json();
    }

    @Override
    public List<String> names() {
      return timeline.decisions();
    }
  }
}
