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
    // A site that got another name is none of those that the config named; it waits for its own.
    turn.config = turn.config.filter(config -> config.latest().names(turn.me));
    turn.onDisk = event.durable();
    turn.postgres = event.postgres();
    turn.watch = Watch.dead(turn.nowMs);
    turn.act(
        new Action.TickEvery(
            turn.config.isPresent()
                ? turn.timing().heartbeatTimeoutMs()
                : PERIOD_BEFORE_CONFIG_MS));
    turn.act(new Action.RestartWatch());
    OptionalLong deadlineMs = event.deadmanDeadlineMs();
    if (deadlineMs.isEmpty() && !mayAcceptWrites(event.postgres())) {
      Role found = event.postgres().mode() == PostgresMode.STANDBY ? Role.STANDBY : Role.FENCED;
      enter(turn, turn.safe ? Role.SAFE : found);
    } else if (turn.grants(evidence(turn, deadlineMs))) {
      resume(turn, deadlineMs.orElseThrow());
    } else if (deadlineMs.isPresent()) {
      Fencing.beginLeftOver(turn, deadlineMs.getAsLong());
    } else {
      Fencing.begin(turn, FenceCause.UNEXPECTED_WRITABLE);
    }
  }

  private static boolean mayAcceptWrites(PostgresView postgres) {
    return postgres.mode() == PostgresMode.WRITABLE || postgres.mode() == PostgresMode.UNKNOWN;
  }

  private static ResumeEvidence evidence(Turn turn, OptionalLong deadlineMs) {
    return new ResumeEvidence(
        turn.nowMs,
        deadlineMs.orElse(State.LONG_AGO_MS),
        turn.postgres.mode(),
        turn.postgres.busy(),
        turn.safe,
        turn.config.isPresent(),
        turn.seen.holder().equals(Optional.of(turn.me)),
        turn.seen.epoch());
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
