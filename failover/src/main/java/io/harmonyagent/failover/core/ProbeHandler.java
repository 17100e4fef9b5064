package io.harmonyagent.failover.core;

/** PostgreSQL as observed, at a heartbeat or when something about it changed. */
final class ProbeHandler {
  private static final long LONGEST_RECOVERY_MS = 1_800_000;

  private ProbeHandler() {}

  static void answered(Turn turn, Event.ProbeAnswered answer) {
    if (turn.config.isEmpty() || answer.beat() != turn.beat.number()) {
      return;
    }
    observe(turn, answer.postgres());
    boolean inTime = turn.nowMs - turn.beat.startedMs() <= turn.timing().heartbeatTimeoutMs();
    boolean ok = answer.ok() && inTime;
    if (ok) {
      turn.beat = turn.beat.probeSucceeded();
    }
    switch (turn.role) {
      case PRIMARY -> {
        SyncKeeper.observed(turn);
        SyncKeeper.apply(turn);
        if (ok) {
          Writes.renew(turn);
        }
      }
      case OPENING -> {
        if (!turn.postgres.busy()) {
          open(turn);
        }
        if (ok || isWorthWaitingFor(turn)) {
          Writes.renew(turn);
        }
      }
      case DEMOTING -> HandoverHandler.beat(turn);
      case STANDBY, FENCED, RELEASED, SAFE -> turn.act(new Action.WriteReport(report(turn)));
      case FENCING -> {}
    }
  }

  /**
   * Crash recovery may take long. The other site gets its chance meanwhile, if it could use it; if
   * not, a fence would only make the same recovery begin again. But a PostgreSQL that is dead, or
   * hangs, must not hold the lease for ever.
   */
  private static boolean isWorthWaitingFor(Turn turn) {
    long openingMs = turn.nowMs - turn.roleSinceMs;
    return openingMs <= turn.config().waitMs()
        || (openingMs <= LONGEST_RECOVERY_MS
            && turn.postgres.mode() != PostgresMode.STOPPED
            && !HandoverHandler.peerCouldTakeOver(turn));
  }

  static void observe(Turn turn, PostgresView postgres) {
    turn.postgres = postgres;
    boolean writable = postgres.mode() == PostgresMode.WRITABLE;
    switch (turn.role) {
      case OPENING -> {
        if (writable && !postgres.busy()) {
          turn.become(Role.PRIMARY);
        }
      }
      case PRIMARY -> {
        if (postgres.mode() == PostgresMode.STOPPED) {
          crashed(turn);
        }
      }
      case STANDBY -> {
        if (writable) {
          Fencing.begin(turn, FenceCause.UNEXPECTED_WRITABLE);
        } else {
          rememberStreaming(turn);
        }
      }
      case FENCED, RELEASED, SAFE -> {
        if (writable) {
          Fencing.begin(turn, FenceCause.UNEXPECTED_WRITABLE);
        }
      }
      case DEMOTING, FENCING -> {}
    }
  }

  /** The lease still runs, so it is restarted in place; but not over and over. */
  private static void crashed(Turn turn) {
    RestartEvidence evidence =
        new RestartEvidence(
            turn.lease.orElseThrow().epoch(),
            turn.nowMs - turn.roleSinceMs,
            turn.config().waitMs());
    if (turn.grants(evidence)) {
      turn.become(Role.OPENING);
      open(turn);
    } else {
      Fencing.begin(turn, FenceCause.POSTGRES_UNSTABLE);
    }
  }

  private static void open(Turn turn) {
    turn.act(new Action.OpenForWrites(turn.lease.orElseThrow().epoch(), turn.sync.asked()));
  }

  private static void rememberStreaming(Turn turn) {
    if (!turn.postgres.streaming() || turn.watch.lease().isEmpty()) {
      return;
    }
    LeaseRecord lease = turn.watch.lease().get().lease();
    if (!lease.names(turn.me)
        && !lease.isReleased()
        && turn.postgres.timeline() == lease.timeline()
        && turn.followingEpoch == lease.epoch()) {
      turn.streamedEpoch = lease.epoch();
    }
  }

  private static SiteReport report(Turn turn) {
    PostgresView postgres = turn.postgres;
    ConfigInForce config = turn.config();
    return new SiteReport(
        turn.me,
        turn.bootId,
        turn.beat.number(),
        turn.role,
        postgres.lsn(),
        postgres.replayedLsn(),
        postgres.timeline(),
        postgres.streaming(),
        turn.streamedEpoch,
        config.latestRevision(),
        config.holdingRevision(),
        turn.seen.revision(),
        turn.seen.epoch());
  }
}
