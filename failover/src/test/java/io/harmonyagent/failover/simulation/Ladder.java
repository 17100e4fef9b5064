package io.harmonyagent.failover.simulation;

import io.harmonyagent.failover.core.FenceRung;

/**
 * The fencing ladder. It always ends within its bound: its last rung cuts the power. Until then
 * PostgreSQL goes on with what it was doing, also with becoming writable.
 */
final class Ladder {
  private static final long MS = 1_000;

  private final World world;
  private final Machine machine;
  private long endUs = Long.MAX_VALUE;
  private boolean agentWaits;
  private int slow;
  private int lostReports;

  Ladder(World world, Machine machine) {
    this.world = world;
    this.machine = machine;
  }

  boolean isRunning() {
    return endUs != Long.MAX_VALUE;
  }

  void begin(long withinMs, boolean byAgent) {
    agentWaits |= byAgent;
    long boundUs = Math.max(1, machine.clock.trueSpanUs(withinMs));
    long newEndUs = world.nowUs + takesUs(boundUs);
    Postgres postgres = machine.postgres;
    if (byAgent && postgres.stopsFail() && postgres.isWritable() && !isRunning()) {
      world.in(boundUs / 4, () -> machine.agent.fenceNotVerified(FenceRung.IMMEDIATE_STOP));
    }
    if (newEndUs < endUs) {
      endUs = newEndUs;
      world.queue.at(newEndUs, this::end);
    }
  }

  private long takesUs(long boundUs) {
    if (machine.postgres.isStopped()) {
      return Math.min(boundUs, world.dice.between(MS, 5 * MS));
    }
    if (slow > 0 || machine.postgres.resistsStopping()) {
      return world.dice.oneIn(2) ? boundUs : world.dice.between(boundUs / 2, boundUs);
    }
    return Math.min(boundUs, world.dice.between(5 * MS, 300 * MS));
  }

  private void end() {
    if (world.nowUs != endUs) {
      return;
    }
    endUs = Long.MAX_VALUE;
    machine.postgres.stop("PostgreSQL is fenced");
    if (agentWaits && lostReports > 0 && world.dice.oneIn(2)) {
      return;
    }
    if (agentWaits) {
      agentWaits = false;
      machine.agent.fenced();
    } else {
      machine.agent.postgresChanged();
    }
  }

  void powerCut() {
    endUs = Long.MAX_VALUE;
    agentWaits = false;
  }

  void slowDown(int change) {
    slow += change;
  }

  void loseReports(int change) {
    lostReports += change;
  }
}
