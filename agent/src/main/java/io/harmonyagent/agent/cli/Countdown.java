package io.harmonyagent.agent.cli;

import java.time.Duration;
import java.util.function.LongSupplier;

/** How long is left of a wait, and when somebody should hear how it goes. */
final class Countdown {
  private static final long WORD_EVERY_NS = 2_000_000_000L;
  private static final long SHORTEST_WAIT_NS = 1_000_000L;

  private final long atMostNs;
  private final LongSupplier nanoClock;
  private final long startNs;
  private long nextWordNs = WORD_EVERY_NS;

  Countdown(Duration atMost) {
    this(atMost, System::nanoTime);
  }

  Countdown(Duration atMost, LongSupplier nanoClock) {
    this.atMostNs = atMost.toNanos();
    this.nanoClock = nanoClock;
    this.startNs = nanoClock.getAsLong();
  }

  Duration passed() {
    return Duration.ofNanos(nanoClock.getAsLong() - startNs);
  }

  boolean isOver() {
    return passed().toNanos() >= atMostNs;
  }

  /** How long nothing needs to be done but to wait; never nothing. */
  Duration untilNextWord() {
    long until = Math.min(atMostNs, nextWordNs) - passed().toNanos();
    return Duration.ofNanos(Math.max(SHORTEST_WAIT_NS, until));
  }

  /** True at most once within two seconds, also while much happens. */
  boolean isTimeForAWord() {
    long passed = passed().toNanos();
    if (passed < nextWordNs) {
      return false;
    }
    nextWordNs = passed + WORD_EVERY_NS;
    return true;
  }
}
