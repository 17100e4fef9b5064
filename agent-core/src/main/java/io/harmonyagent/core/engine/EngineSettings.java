package io.harmonyagent.core.engine;

import java.time.Duration;

/** The engine's limits. */
public record EngineSettings(Duration deadline, Duration firstRetry, Duration longestRetry) {
  public static final EngineSettings DEFAULTS =
      new EngineSettings(Duration.ofSeconds(30), Duration.ofSeconds(1), Duration.ofMinutes(5));
}
