package io.harmonyagent.failover.core;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * The agent begins. Assumes that nothing but the agent starts PostgreSQL: what is found stopped is
 * fenced. A restart of the agent alone, inside the deadline, interrupts nothing.
 */
final class StartHandler {
  private static final long PERIOD_BEFORE_CONFIG_MS = 1_000;

  private StartHandler() {}

  static void handle(Turn turn, Event.Started event) {
    turn.load(event.durable());
    turn.onDisk = event.durable();
    turn.postgres = event.postgres();
    turn.watch = Watch.dead(turn.nowMs);
    turn.act(
        new Action.TickEvery(
            turn.config.isPresent()
                ? turn.timing().heartbeatTimeoutMs()
                : PERIOD_BEFORE_CONFIG_MS));
    turn.act(new Action.RestartWatch());
    if (mayResume(turn, event.deadmanDeadlineMs())) {
      resume(turn, event.deadmanDeadlineMs().orElseThrow());
    } else if (event.deadmanDeadlineMs().isPresent() || mayAcceptWrites(event.postgres())) {
      // An armed deadman means that an earlier run was about to open PostgreSQL: it may yet open.
      Fencing.begin(turn, FenceCause.UNEXPECTED_WRITABLE);
    } else {
      Role found = event.postgres().mode() == PostgresMode.STANDBY ? Role.STANDBY : Role.FENCED;
      enter(turn, turn.safe ? Role.SAFE : found);
    }
  }

  private static boolean mayAcceptWrites(PostgresView postgres) {
    return postgres.mode() == PostgresMode.WRITABLE || postgres.mode() == PostgresMode.UNKNOWN;
  }

  private static boolean mayResume(Turn turn, OptionalLong deadline) {
    return deadline.isPresent()
        && turn.nowMs < deadline.getAsLong()
        && turn.postgres.mode() == PostgresMode.WRITABLE
        && !turn.postgres.busy()
        && !turn.safe
        && turn.config.isPresent()
        && turn.seen.holder().equals(Optional.of(turn.me));
  }

  /** The deadman knows the deadline that the last acked renewal of the earlier run left. */
  private static void resume(Turn turn, long deadlineMs) {
    Timing timing = turn.timing();
    turn.lease =
        Optional.of(
            new Lease(
                turn.seen.epoch(),
                Optional.empty(),
                deadlineMs - timing.holdMs(),
                timing.holdMs(),
                timing.fenceTimeoutMs()));
    turn.sync = Sync.UNSURE;
    enter(turn, Role.PRIMARY);
  }

  /** The first role of a run is found, not reached by a transition. */
  private static void enter(Turn turn, Role role) {
    turn.role = role;
    turn.roleSinceMs = turn.nowMs;
  }
}
