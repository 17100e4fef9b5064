package io.harmonyagent.core.time;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Where the moments come from: the system's clocks, or a test's own. */
@FunctionalInterface
public interface TimeSource {
  Moment now();

  /** The system's clocks; wall time in milliseconds, which is what status shows. */
  static TimeSource system() {
    return () -> new Moment(Instant.now().truncatedTo(ChronoUnit.MILLIS), System.nanoTime());
  }
}
