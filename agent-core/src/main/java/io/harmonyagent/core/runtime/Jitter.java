package io.harmonyagent.core.runtime;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Spreads a period, so that a thousand devices that booted together do not act together. */
public record Jitter(RandomGenerator random) {
  /** Between nine and eleven tenths of the period. */
  public Duration around(Duration period) {
    long tenth = Math.max(1, period.toNanos() / 10);
    return period.plusNanos(random.nextLong(-tenth, tenth + 1));
  }
}
