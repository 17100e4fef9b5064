package io.harmonyagent.core.engine;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait after a number of failures in a row: exponential, with full jitter so that a
 * fleet that lost the same thing at once does not come back at once.
 */
final class Backoff {
  private static final Duration SHORTEST = Duration.ofMillis(100);

  private final EngineSettings settings;
  private final RandomGenerator random;

  Backoff(EngineSettings settings, RandomGenerator random) {
    this.settings = settings;
    this.random = random;
  }

  Duration after(int failures) {
    long longest = settings.longestRetry().toMillis();
    int doublings = Math.min(failures - 1, 30);
    long ceiling = Math.min(longest, settings.firstRetry().toMillis() << doublings);
    return Duration.ofMillis(
        Math.max(SHORTEST.toMillis(), random.nextLong(Math.max(1, ceiling) + 1)));
  }
}
