package io.harmonyagent.agent.top.view;

import io.harmonyagent.agent.terminal.Line;
import io.harmonyagent.agent.terminal.Tone;
import io.harmonyagent.failover.core.LeaseRecord;
import io.harmonyagent.failover.core.SiteReport;
import io.harmonyagent.failover.core.Timing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One failover cluster: who leads, how far the other is behind, the heartbeat, the transitions. */
final class ClusterScreen {
  private static final int BESIDE_THE_BARS = 24;

  private ClusterScreen() {}

  static Sheet sheet(String name, Board board, Sight sight) {
    Optional<Cluster> cluster = board.clusters().find(name);
    List<Row> rows = new ArrayList<>();
    cluster.ifPresent(
        known -> {
          rows.addAll(facts(known, sight));
          rows.add(Row.text(Line.EMPTY));
          rows.add(Row.text(Line.of(" TRANSITIONS, the newest first", Tone.FAINT)));
          known.moves().forEach(move -> rows.addAll(move(move, sight)));
        });
    return new Sheet(
        List.of("failover", name), List.of(), rows, "the mesh has no such cluster (any more)");
  }

  private static List<Row> facts(Cluster cluster, Sight sight) {
    Facts facts = new Facts(sight.columns());
    Instant now = sight.now();
    facts.fact("leads", cluster.leader().orElse("nobody"), FailoverScreen.tone(cluster, now));
    cluster.lease().ifPresent(lease -> lease(lease, cluster, facts, now));
    cluster
        .config()
        .filter(config -> config.paused())
        .ifPresent(_ -> facts.fact("paused", "no automatic transitions", Tone.BUSY));
    cluster.lease().ifPresent(lease -> facts.line("heartbeat", heartbeat(lease, cluster, sight)));
    cluster.reports().values().forEach(report -> site(report, cluster, facts, now));
    return facts.rows();
  }

  private static void lease(LeaseRecord lease, Cluster cluster, Facts facts, Instant now) {
    facts.fact(
        "lease",
        "epoch "
            + lease.epoch()
            + ", "
            + Words.of(lease.status())
            + ", timeline "
            + lease.timeline()
            + ", replication "
            + Words.of(lease.replication()));
    cluster
        .renewedAt()
        .ifPresent(
            at ->
                facts.fact(
                    "renewed",
                    Ages.since(at, now)
                        + " ago; it lasts "
                        + Ages.exact(Duration.ofMillis(lease.failoverTimeoutMs())),
                    cluster.isStale(now) ? Tone.BAD : Tone.PLAIN));
  }

  /**
   * Without a config, half of the lease's time stands for the time at which the holder gives up.
   */
  private static Line heartbeat(LeaseRecord lease, Cluster cluster, Sight sight) {
    Duration full = Duration.ofMillis(lease.failoverTimeoutMs());
    Duration tooLong =
        cluster
            .config()
            .map(config -> config.timing())
            .map(Timing::holdMs)
            .map(Duration::ofMillis)
            .orElse(full.dividedBy(2));
    return Sparkline.of(
        cluster.gaps(sight.columns() - BESIDE_THE_BARS, sight.now()), full, tooLong);
  }

  private static void site(Cluster.Report report, Cluster cluster, Facts facts, Instant now) {
    SiteReport site = report.report();
    boolean leads = cluster.leader().equals(Optional.of(site.site().value()));
    facts.fact(
        leads ? "before" : "site",
        site.site()
            + ", "
            + Words.of(site.role())
            + (leads ? "" : ", " + cluster.lag(report).map(Ages::bytes).orElse("?") + " behind")
            + (site.streaming() ? ", streams" : ", does not stream")
            + ", "
            + Ages.since(report.at(), now)
            + " ago",
        leads ? Tone.FAINT : Tone.PLAIN);
  }

  private static List<Row> move(Move move, Sight sight) {
    Line line =
        Line.of(" " + Ages.clock(move.at(), sight.now()) + "  ", Tone.FAINT)
            .and("epoch " + move.epoch() + "  ")
            .and(move.site() + " " + move.what(), move.granted() ? Tone.STRONG : Tone.BUSY)
            .and("  ");
    int room = Math.max(20, sight.columns() - line.width());
    List<Row> rows = new ArrayList<>();
    for (String piece : Facts.pieces(move.note(), room)) {
      rows.add(Row.text(line.and(piece, Tone.FAINT)));
      line = Line.of(" ".repeat(line.width()));
    }
    return rows.isEmpty() ? List.of(Row.text(line)) : rows;
  }
}
