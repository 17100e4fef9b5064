package io.harmonyagent.agent.top.view;

import io.harmonyagent.agent.terminal.Line;
import io.harmonyagent.agent.terminal.Span;
import io.harmonyagent.agent.terminal.Tone;
import io.harmonyagent.failover.core.LeaseRecord;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** One line a failover cluster. */
final class FailoverScreen {
  private FailoverScreen() {}

  static Sheet sheet(Board board, Sight sight) {
    List<Cluster> clusters = board.clusters().all();
    int longest = clusters.stream().mapToInt(c -> c.name().length()).max().orElse(0);
    Grid grid =
        new Grid()
            .column("CLUSTER", Grid.forNames(longest, sight.columns()))
            .column("LEADER", 16)
            .column("EPOCH", 6)
            .column("STATUS", 9)
            .column("BEAT", 4)
            .column("LAG", 0);
    return new Sheet(
        List.of("failover"),
        List.of(Line.EMPTY, grid.header()),
        clusters.stream().map(cluster -> row(cluster, grid, sight.now())).toList(),
        "the mesh has no failover cluster");
  }

  private static Row row(Cluster cluster, Grid grid, Instant now) {
    Optional<LeaseRecord> lease = cluster.lease();
    return Row.opening(
        new Page.OfCluster(cluster.name()),
        cluster.name() + " " + cluster.leader().orElse(""),
        () ->
            grid.row(
                List.of(
                    Span.of(cluster.name()),
                    new Span(cluster.leader().orElse("nobody"), tone(cluster, now)),
                    Span.of(lease.map(l -> Long.toString(l.epoch())).orElse("-")),
                    Span.of(lease.map(l -> Words.of(l.status())).orElse("-")),
                    Span.of(cluster.renewedAt().map(at -> Ages.since(at, now)).orElse("-")),
                    Span.of(lag(cluster)))));
  }

  static Tone tone(Cluster cluster, Instant now) {
    return cluster.leader().isEmpty() || cluster.isStale(now) ? Tone.BAD : Tone.GOOD;
  }

  /** Of the site that is furthest behind, of those that do not lead. */
  private static String lag(Cluster cluster) {
    return cluster.reports().values().stream()
        .filter(report -> !cluster.leader().equals(Optional.of(report.report().site().value())))
        .flatMap(report -> cluster.lag(report).stream())
        .max(Long::compare)
        .map(Ages::bytes)
        .orElse("-");
  }
}
