package io.harmonyagent.failover.core;

import java.util.Optional;

/** The heartbeat: judge the last one, begin the next. Late ticks are expected; S2 covers them. */
final class TickHandler {
  private TickHandler() {}

  static void handle(Turn turn) {
    WatchHandler.keepAlive(turn);
    if (turn.config.isEmpty()) {
      return;
    }
    turn.beat = turn.beat.judged();
    expirePending(turn);
    if (turn.role.holdsLease() && turn.beat.failures() >= turn.timing().failureThreshold()) {
      Fencing.begin(turn, FenceCause.FAILURES);
    }
    PreparationHandler.giveUpWhenOverdue(turn);
    HandoverHandler.giveUpWhenOverdue(turn);
    Fencing.escalateWhenOverdue(turn);
    turn.beat = turn.beat.next(turn.nowMs);
    turn.act(
        new Action.Probe(
            turn.beat.number(), turn.timing().heartbeatTimeoutMs(), turn.role == Role.PRIMARY));
  }

  /** A renewal belongs to its beat. Anything else stays, unknown, until the record tells (S3). */
  private static void expirePending(Turn turn) {
    if (turn.pending.isEmpty() || !turn.pending.get().isLate(turn.nowMs)) {
      return;
    }
    Pending late = turn.pending.get();
    turn.pending =
        late.purpose() == Purpose.RENEW ? Optional.empty() : Optional.of(late.becameUnknown());
  }
}
