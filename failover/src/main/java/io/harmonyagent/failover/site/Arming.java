package io.harmonyagent.failover.site;

import io.harmonyagent.failover.core.Action;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands the deadline to PID 1, in the order in which it was decided. What PID 1 did not take is
 * owed, and until then nothing may be promised to the other site: a shorter lease that only we know
 * of is none (S6). A deadline that is too early does no harm.
 */
final class Arming {
  private static final Logger log = LoggerFactory.getLogger(Arming.class);

  private final Deadman deadman;
  private final Errand preparations = new Errand("failover-guard");
  private long preparedFenceMs = -1;
  private Optional<Action> owed = Optional.empty();

  Arming(Deadman deadman) {
    this.deadman = deadman;
  }

  /** As soon as it is known how long a fence may take, and never while a lease runs. */
  void prepare(long fenceMs) {
    if (fenceMs != preparedFenceMs) {
      preparedFenceMs = fenceMs;
      preparations.put(() -> prepareNow(fenceMs));
    }
  }

  private void prepareNow(long fenceMs) {
    try {
      deadman.prepare(fenceMs);
    } catch (DatabaseFailure e) {
      log.warn(
          "the deadman is not ready, and will be made so when it is armed: {}", e.getMessage());
    }
  }

  void close() {
    preparations.close();
  }

  boolean awaitEnd(Duration within) throws InterruptedException {
    return preparations.awaitEnd(within);
  }

  void arm(Action.ArmDeadman wanted) {
    owed = Optional.of(wanted);
    settle();
  }

  void disarm() {
    owed = Optional.of(new Action.DisarmDeadman());
    settle();
  }

  /** Tries what is owed; whether PID 1 knows what it has to know. */
  boolean settle() {
    if (owed.isEmpty()) {
      return true;
    }
    try {
      if (owed.get() instanceof Action.ArmDeadman(long deadlineMs, long fenceMs)) {
        deadman.arm(deadlineMs, fenceMs);
      } else {
        deadman.disarm();
      }
      owed = Optional.empty();
      return true;
    } catch (DatabaseFailure e) {
      log.warn("the deadman did not take its deadline: {}", e.getMessage());
      return false;
    }
  }
}
