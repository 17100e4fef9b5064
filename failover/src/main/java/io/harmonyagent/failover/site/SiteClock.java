package io.harmonyagent.failover.site;

/**
 * The site's own monotonic time in milliseconds, the same that the deadman of PID 1 goes by. It
 * goes on while the machine sleeps ({@code CLOCK_BOOTTIME}, A2).
 */
@FunctionalInterface
public interface SiteClock {
  long nowMs();

  /** Java's own monotonic clock: right as long as the machine never sleeps. */
  static SiteClock ofJava() {
    return () -> Math.floorDiv(System.nanoTime(), 1_000_000L);
  }
}
