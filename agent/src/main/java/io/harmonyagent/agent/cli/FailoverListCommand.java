package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.failover.lease.ClusterName;
import io.harmonyagent.failover.lease.ClusterRecords;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code failover list}: who leads, who follows, and how old that news is. */
@Command(
    name = "list",
    description = "Lists the sites of the clusters: who leads, who follows, how far behind.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  harmonyctl failover list shop -o json"})
final class FailoverListCommand implements Callable<Integer> {
  @Mixin private MeshAccess mesh;

  @Parameters(
      arity = "0..1",
      paramLabel = "CLUSTER",
      description = "The failover cluster; without it, all.")
  private @Nullable String cluster;

  @Mixin private Output output;

  @Override
  public Integer call() throws Exception {
    Optional<ClusterName> wanted =
        cluster == null ? Optional.empty() : Optional.of(ClusterOption.of(cluster));
    return mesh.use(
        connection -> {
          ClusterRecords records = new ClusterRecords(connection);
          List<SiteRow> rows = new ArrayList<>();
          for (ClusterName name : wanted.isPresent() ? List.of(wanted.get()) : records.clusters()) {
            rows.addAll(SiteRow.of(records.picture(name)));
          }
          if (rows.isEmpty()) {
            throw UserError.failed(
                wanted.map(name -> "there is no cluster " + name).orElse("there is no cluster")
                    + "; 'harmonyctl apply' of a MultisitePostgres makes one");
          }
          output.print(new SitesView(rows));
          return ExitCode.OK;
        });
  }

  /** The sites of the clusters, one a line. */
  private record SitesView(List<SiteRow> rows) implements View {
    @Override
    public String table(boolean wide) {
      List<List<String>> cells = new ArrayList<>();
      cells.add(List.of("CLUSTER", "SITE", "ROLE", "EPOCH", "LSN", "LAG", "HEARD"));
      rows.forEach(row -> cells.add(row.cells()));
      return wide ? Table.align(cells) : Table.fit(cells);
    }

    @Override
    public Node node() {
      List<Node> nodes = rows.stream().map(SiteRow::json).toList();
      return new JsonObject().putNodes("sites", nodes).node();
    }

    @Override
    public List<String> names() {
      return rows.stream().map(row -> row.cluster() + "/" + row.site()).toList();
    }
  }
}
