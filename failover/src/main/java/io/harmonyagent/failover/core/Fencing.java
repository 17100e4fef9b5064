package io.harmonyagent.failover.core;

import java.util.Optional;

/** Begins to fence, and believes in a fence only when it was observed. */
final class Fencing {
  /** A site whose PostgreSQL failed leaves the other one this many beats more than it needs. */
  private static final int STAND_BACK_BEATS = 4;

  private static final long FENCE_BEFORE_CONFIG_MS = 5_000;

  private Fencing() {}

  /** Before anything else in every step, so that a process that was frozen learns it first (S2). */
  static void atDeadline(Turn turn) {
    if (turn.lease.isPresent() && turn.nowMs >= turn.lease.get().deadlineMs()) {
      begin(turn, FenceCause.DEADLINE);
    }
  }

  static void begin(Turn turn, FenceCause cause) {
    long deadlineMs = turn.lease.map(Lease::deadlineMs).orElse(Long.MIN_VALUE);
    begin(turn, evidence(turn, cause, deadlineMs, turn.seen.epoch()));
  }

  /** The record, or the other site, knows of an epoch in which this site does not lead. */
  static void beginForeign(Turn turn, long foreignEpoch) {
    long deadlineMs = turn.lease.orElseThrow().deadlineMs();
    begin(turn, evidence(turn, FenceCause.FOREIGN_LEASE, deadlineMs, foreignEpoch));
  }

  /** An earlier run armed the deadman, so it was about to open PostgreSQL: it may yet open. */
  static void beginLeftOver(Turn turn, long deadmanDeadlineMs) {
    begin(turn, evidence(turn, FenceCause.LEFT_OVER, deadmanDeadlineMs, turn.seen.epoch()));
  }

  private static void begin(Turn turn, FenceEvidence evidence) {
    FenceCause cause = evidence.cause();
    turn.act(new Action.Note(evidence, evidence.decide()));
    long withinMs = turn.lease.map(Lease::fenceMs).orElseGet(() -> fenceMs(turn));
    boolean postgresFailed = cause == FenceCause.FAILURES && !turn.beat.probed();
    if (postgresFailed || cause == FenceCause.POSTGRES_UNSTABLE) {
      turn.standBackUntilMs =
          turn.lease.orElseThrow().sentMs()
              + turn.config().waitMs()
              + STAND_BACK_BEATS * turn.timing().heartbeatTimeoutMs();
    }
    turn.pending = Optional.empty();
    turn.rung = FenceRung.FAST_STOP;
    turn.become(Role.FENCING);
    turn.act(new Action.Fence(turn.rung, withinMs, cause));
  }

  private static FenceEvidence evidence(
      Turn turn, FenceCause cause, long deadlineMs, long foreignEpoch) {
    return new FenceEvidence(
        cause,
        turn.role,
        turn.beat.failures(),
        turn.config.map(config -> config.holding().failureThreshold()).orElse(0),
        turn.nowMs,
        deadlineMs,
        turn.lease.map(Lease::epoch).orElse(0L),
        foreignEpoch,
        turn.postgres.mode());
  }

  static void verified(Turn turn, PostgresView postgres) {
    turn.postgres = postgres;
    if (turn.role != Role.FENCING) {
      ProbeHandler.observe(turn, postgres);
      return;
    }
    turn.act(new Action.DisarmDeadman());
    turn.beat = turn.beat.withoutCounts();
    turn.become(turn.safe ? Role.SAFE : Role.FENCED);
  }

  /** The time that the ladder may take begins anew. */
  static void climbsAgain(Turn turn) {
    if (turn.role == Role.FENCING) {
      turn.roleSinceMs = turn.nowMs;
    }
  }

  static void escalate(Turn turn, FenceRung reached) {
    if (turn.role == Role.FENCING) {
      FenceRung from = reached.compareTo(turn.rung) > 0 ? reached : turn.rung;
      turn.rung = from.next();
      long leftMs = Math.max(1, fenceMs(turn) - (turn.nowMs - turn.roleSinceMs));
      turn.act(new Action.Fence(turn.rung, leftMs, FenceCause.STOP_FAILED));
    }
  }

  /** No word from the ladder is no success either. */
  static void escalateWhenOverdue(Turn turn) {
    if (turn.role == Role.FENCING && turn.nowMs - turn.roleSinceMs > fenceMs(turn)) {
      escalate(turn, turn.rung);
    }
  }

  private static long fenceMs(Turn turn) {
    return turn.config
        .map(config -> config.holding().fenceTimeoutMs())
        .orElse(FENCE_BEFORE_CONFIG_MS);
  }
}
