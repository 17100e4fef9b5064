package io.harmonyagent.failover.simulation;

import java.util.OptionalLong;

/** The timer that PID 1 holds: it fences at its deadline, whatever the agent does or does not. */
final class Deadman {
  private final World world;
  private final Machine machine;
  private boolean armed;
  private long deadlineMs;
  private long fenceMs;
  private long nextLookUs = Long.MAX_VALUE;

  Deadman(World world, Machine machine) {
    this.world = world;
    this.machine = machine;
  }

  void arm(long newDeadlineMs, long newFenceMs) {
    armed = true;
    deadlineMs = newDeadlineMs;
    fenceMs = newFenceMs;
    lookAgain();
  }

  void disarm() {
    armed = false;
  }

  boolean isArmed() {
    return armed;
  }

  /** The condition under which PID 1 starts or promotes anything. */
  boolean allowsOpening() {
    return armed && machine.clock.localMs(world.nowUs) < deadlineMs;
  }

  OptionalLong deadlineMs() {
    return armed ? OptionalLong.of(deadlineMs) : OptionalLong.empty();
  }

  void clockJumped() {
    if (armed) {
      lookAgain();
    }
  }

  private void lookAgain() {
    long dueUs = machine.clock.trueUsAt(deadlineMs, world.nowUs);
    if (dueUs < nextLookUs) {
      nextLookUs = dueUs;
      world.queue.at(dueUs, this::look);
    }
  }

  private void look() {
    if (world.nowUs < nextLookUs) {
      return;
    }
    nextLookUs = Long.MAX_VALUE;
    if (!armed) {
      return;
    }
    if (machine.clock.localMs(world.nowUs) >= deadlineMs) {
      armed = false;
      world.coverage.count(Covered.DEADMAN_FIRED);
      world.log(machine.site, "the deadman fires");
      machine.ladder.begin(fenceMs, false);
    } else {
      lookAgain();
    }
  }
}
