package io.harmonyagent.failover.core;

import java.util.Optional;

/** Switchover and failback: stop cleanly, release, and let the other site take the lease. */
final class HandoverHandler {
  private static final int SILENT_BEATS_MAX = 3;
  private static final int COOL_DOWN_WAITS = 10;

  private HandoverHandler() {}

  static void asked(Turn turn) {
    if (turn.config.isEmpty()) {
      turn.grants(new NoConfigEvidence(Transition.HAND_OVER));
      return;
    }
    if (turn.grants(evidence(turn, true))) {
      PreparationHandler.begin(turn, true);
    }
  }

  static void heardPeer(Turn turn, SiteReport report) {
    long epoch = turn.lease.orElseThrow().epoch();
    turn.handover =
        turn.handover.peer(
            report.streaming()
                && report.streamedEpoch() == epoch
                && lagBytes(turn, report) <= turn.config().latest().maxLagBytes());
    if (failbackDue(turn)
        && turn.handover.preparation().isEmpty()
        && turn.grants(evidence(turn, false))) {
      PreparationHandler.begin(turn, false);
    }
  }

  static void demote(Turn turn) {
    turn.become(Role.DEMOTING);
    turn.handover = turn.handover.begun();
    turn.act(new Action.StopCleanly(turn.timing().fenceTimeoutMs()));
  }

  /** A site whose stop came to nothing is not asked for the next one by itself for a while. */
  static void coolDown(Turn turn) {
    turn.handover = turn.handover.failed(turn.nowMs, COOL_DOWN_WAITS * turn.config().waitMs());
  }

  private static void stopWasInVain(Turn turn) {
    coolDown(turn);
    Fencing.begin(turn, FenceCause.STOP_FAILED);
  }

  static HandoverEvidence evidence(Turn turn, boolean byOperator) {
    Optional<SiteReport> peer = turn.watch.peer();
    return new HandoverEvidence(
        byOperator,
        turn.role == Role.PRIMARY,
        turn.config().latest().paused(),
        turn.handover.peerReady(),
        turn.timing().successThreshold(),
        peer.isPresent() ? turn.nowMs - turn.watch.peerSeenMs() : Long.MAX_VALUE,
        SILENT_BEATS_MAX * turn.timing().heartbeatTimeoutMs(),
        peer.map(SiteReport::streaming).orElse(false),
        peer.map(SiteReport::streamedEpoch).orElse(0L),
        turn.lease.map(Lease::epoch).orElse(0L),
        peer.map(report -> lagBytes(turn, report)).orElse(0L),
        turn.config().latest().maxLagBytes(),
        Math.max(0, turn.handover.notBeforeMs() - turn.nowMs),
        turn.config().latestRevision());
  }

  private static boolean failbackDue(Turn turn) {
    ClusterConfig latest = turn.config().latest();
    return latest.failback() == FailbackMode.AUTO && !latest.primarySiteId().equals(turn.me);
  }

  /** Whether the other site could promote itself, as far as is known of it here. */
  static boolean peerCouldTakeOver(Turn turn) {
    Optional<SiteReport> heard =
        turn.watch
            .peer()
            .filter(
                _ ->
                    turn.nowMs - turn.watch.peerSeenMs()
                        <= SILENT_BEATS_MAX * turn.timing().heartbeatTimeoutMs());
    Optional<Stored> base = turn.lease.flatMap(Lease::stored);
    ClusterConfig latest = turn.config().latest();
    if (heard.isEmpty() || base.isEmpty() || latest.paused()) {
      return false;
    }
    SiteReport report = heard.get();
    LeaseRecord lease = base.get().lease();
    return report.role() == Role.STANDBY
        && report.timeline() == lease.timeline()
        && report.streamedEpoch() == lease.epoch()
        && lease.lsn() - report.receivedLsn() <= latest.maxLagBytes()
        && (!lease.replication().isSynchronous() || lease.syncSites().contains(report.site()));
  }

  private static long lagBytes(Turn turn, SiteReport report) {
    return Math.max(0, turn.postgres.lsn() - report.receivedLsn());
  }

  static void stopped(Turn turn, PostgresView postgres) {
    if (turn.role != Role.DEMOTING) {
      ProbeHandler.observe(turn, postgres);
      return;
    }
    turn.postgres = postgres;
    if (postgres.mode() == PostgresMode.STOPPED) {
      turn.handover = turn.handover.stoppedCleanly();
      releaseIfStopped(turn);
    } else {
      stopWasInVain(turn);
    }
  }

  static void stopFailed(Turn turn) {
    if (turn.role == Role.DEMOTING) {
      stopWasInVain(turn);
    }
  }

  /** PostgreSQL may crash while it stops, and then nobody reports the end of the stop. */
  static void giveUpWhenOverdue(Turn turn) {
    if (turn.role == Role.DEMOTING
        && !turn.handover.stopped()
        && turn.nowMs - turn.roleSinceMs > 2 * turn.timing().fenceTimeoutMs()) {
      stopWasInVain(turn);
    }
  }

  /** While PostgreSQL stops, the lease is renewed; then the release takes the renewal's place. */
  static void beat(Turn turn) {
    if (turn.pending.isPresent() && turn.pending.get().unknown()) {
      // Whichever of two releases lands, the other finds another revision.
      turn.pending = Optional.empty();
    }
    if (turn.handover.stopped()) {
      releaseIfStopped(turn);
    } else {
      Writes.renew(turn);
    }
  }

  static void releaseIfStopped(Turn turn) {
    if (turn.handover.stopped()
        && turn.pending.isEmpty()
        && turn.lease.orElseThrow().stored().filter(turn.watch::shows).isPresent()) {
      Writes.release(turn);
    }
  }

  static void released(Turn turn) {
    Check.that(turn.handover.stopped(), "only a stopped PostgreSQL's lease is released");
    turn.pending = Optional.empty();
    turn.become(Role.RELEASED);
    turn.act(new Action.DisarmDeadman());
  }

  /**
   * A lease that nobody took is not offered again by itself for a while, nor one whose PostgreSQL
   * did not stop in its time.
   */
  static Handover afterAcquiring(Turn turn, Pending pending) {
    boolean tookBack = pending.purpose() == Purpose.TAKE && turn.role == Role.RELEASED;
    long pauseMs = COOL_DOWN_WAITS * turn.config().waitMs();
    if (tookBack) {
      return Handover.NONE.notBefore(turn.nowMs + pauseMs);
    }
    return pending.purpose() == Purpose.RECLAIM
        ? turn.handover.notBefore(turn.handover.notBeforeMs())
        : Handover.NONE;
  }
}
