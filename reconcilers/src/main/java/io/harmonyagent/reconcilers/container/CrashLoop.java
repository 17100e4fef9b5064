package io.harmonyagent.reconcilers.container;

import io.harmonyagent.core.status.ResourceError;
import io.harmonyagent.reconcilers.container.podman.PodmanContainer;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * When a container that ended is started again: at once the first time, then after pauses that
 * double as long as it keeps ending. Counted from its end, not from when somebody looked.
 */
final class CrashLoop {
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);
  private static final Duration GOOD_RUN = Duration.ofMinutes(10);

  /** So long it has to stay up after a second crash before it counts as running again. */
  private static final Duration PROBATION = Duration.ofSeconds(10);

  private CrashLoop() {}

  /** What to do about one that ended. */
  static Step ended(PodmanContainer container, ContainerMemo memo, Instant now) {
    int before = crashesBefore(container, memo);
    Duration left = left(pause(before), container.finishedAt(), now);
    if (!left.isZero()) {
      return new Step.Refuse(error(container, memo, "is started again later"), Optional.of(left));
    }
    return new Step.Start(container, ending(container), before + 1);
  }

  /** Whether one that runs has yet to prove itself after crashes. */
  static Optional<Step> probation(PodmanContainer container, ContainerMemo memo, Duration uptime) {
    if (memo.crashes() < 2 || uptime.compareTo(PROBATION) >= 0) {
      return Optional.empty();
    }
    return Optional.of(
        new Step.Refuse(
            new ResourceError(
                "CrashLoop",
                "ended "
                    + memo.crashes()
                    + " times in a row, was restarted "
                    + times(memo.restarts())
                    + " and runs again; whether it stays up will show"),
            Optional.of(PROBATION.minus(uptime))));
  }

  static String ending(PodmanContainer container) {
    return "ended with exit code " + container.exitCode();
  }

  private static ResourceError error(PodmanContainer container, ContainerMemo memo, String then) {
    return new ResourceError(
        "CrashLoop",
        container.name()
            + " keeps ending: last exit code "
            + container.exitCode()
            + ", restarted "
            + times(memo.restarts())
            + "; it "
            + then
            + ". See what it printed: podman logs "
            + container.name());
  }

  private static int crashesBefore(PodmanContainer container, ContainerMemo memo) {
    Duration ran = Duration.between(container.startedAt(), container.finishedAt());
    return ran.compareTo(GOOD_RUN) >= 0 ? 0 : memo.crashes();
  }

  private static Duration pause(int crashesBefore) {
    if (crashesBefore == 0) {
      return Duration.ZERO;
    }
    Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(crashesBefore - 1, 20));
    return pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
  }

  /**
   * Nothing if the clock was set back meanwhile, as that of a Pi which boots without a network: by
   * that clock the pause would not end before it has caught up.
   */
  static Duration left(Duration pause, Instant since, Instant now) {
    Duration left = pause.minus(Duration.between(since, now));
    return left.isNegative() || left.compareTo(pause) > 0 ? Duration.ZERO : left;
  }

  private static String times(long count) {
    return count == 1 ? "once" : count + " times";
  }
}
