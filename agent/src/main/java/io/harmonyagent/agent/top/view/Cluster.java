package io.harmonyagent.agent.top.view;

import io.harmonyagent.failover.core.ClusterConfig;
import io.harmonyagent.failover.core.LeaseRecord;
import io.harmonyagent.failover.core.LeaseStatus;
import io.harmonyagent.failover.core.Purpose;
import io.harmonyagent.failover.core.SiteId;
import io.harmonyagent.failover.core.SiteReport;
import io.harmonyagent.failover.core.Stored;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One failover cluster as its records tell it. The renewals of the lease are the heartbeat of its
 * holder; their times are the server's.
 */
final class Cluster {
  private static final int MOST_RENEWALS = 240;
  private static final int MOST_MOVES = 300;

  /** What a site that does not lead said of itself, and when. */
  record Report(SiteReport report, Instant at) {}

  private final String name;
  private final Map<String, Report> reports = new TreeMap<>();
  private final Deque<Instant> renewals = new ArrayDeque<>();
  private final Deque<Move> moves = new ArrayDeque<>();
  private Optional<ClusterConfig> config = Optional.empty();
  private Optional<Stored> lease = Optional.empty();

  Cluster(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  Optional<ClusterConfig> config() {
    return config;
  }

  Optional<LeaseRecord> lease() {
    return lease.map(Stored::lease);
  }

  Map<String, Report> reports() {
    return Collections.unmodifiableMap(reports);
  }

  /** Who may accept writes. */
  Optional<String> leader() {
    return lease().flatMap(LeaseRecord::currentPrimary).map(SiteId::value);
  }

  Optional<Instant> renewedAt() {
    return lease.map(stored -> Instant.ofEpochMilli(stored.serverTimeMs()));
  }

  /** Whether the other site may take over by now. */
  boolean isStale(Instant now) {
    return lease.isPresent()
        && renewedAt()
            .map(at -> at.plusMillis(lease.get().lease().failoverTimeoutMs()).isBefore(now))
            .orElse(false);
  }

  /** How far a site is behind the holder of the lease. */
  Optional<Long> lag(Report report) {
    return lease().map(held -> Math.max(0, held.lsn() - report.report().receivedLsn()));
  }

  /** The gaps between the last renewals, the oldest first, and the one that grows now. */
  List<Duration> gaps(int most, Instant now) {
    List<Duration> gaps = new ArrayList<>();
    Instant before = null;
    for (Instant at : renewals) {
      if (before != null) {
        gaps.add(Duration.between(before, at));
      }
      before = at;
    }
    if (before != null) {
      gaps.add(Duration.between(before, now));
    }
    return gaps.subList(Math.max(0, gaps.size() - most), gaps.size());
  }

  /** The newest first. */
  List<Move> moves() {
    return moves.stream().sorted(Comparator.comparing(Move::at).reversed()).toList();
  }

  void configured(ClusterConfig newest) {
    config = Optional.of(newest);
  }

  void reported(SiteReport report, Instant at) {
    reports.put(report.site().value(), new Report(report, at));
  }

  void decided(Move move) {
    add(move);
  }

  void leased(Stored newest) {
    LeaseRecord now = newest.lease();
    Instant at = Instant.ofEpochMilli(newest.serverTimeMs());
    boolean moved = lease().filter(before -> isSameReign(before, now)).isEmpty();
    if (moved) {
      String who = now.siteId().value();
      add(new Move(at, who, now.epoch(), what(now), true, ""));
    }
    lease = Optional.of(newest);
    renewals.addLast(at);
    if (renewals.size() > MOST_RENEWALS) {
      renewals.removeFirst();
    }
  }

  private static boolean isSameReign(LeaseRecord before, LeaseRecord now) {
    return before.epoch() == now.epoch()
        && before.currentPrimary().equals(now.currentPrimary())
        && before.status() == now.status();
  }

  private static String what(LeaseRecord lease) {
    if (lease.isReleased()) {
      return "released";
    }
    boolean acquired = lease.cause() != Purpose.RENEW && lease.cause().acquires();
    String how = acquired ? " (" + Words.of(lease.cause()) + ")" : "";
    return switch (lease.status()) {
      case HEALTHY -> "leads" + how;
      case OPENING -> "opens" + how;
      case DEMOTING -> "gives the lease away";
      case RELEASED -> Words.of(LeaseStatus.RELEASED);
    };
  }

  private void add(Move move) {
    moves.addLast(move);
    if (moves.size() > MOST_MOVES) {
      moves.removeFirst();
    }
  }
}
