package io.harmonyagent.agent.cli;

import java.time.Duration;

/** How long is left of a wait, and when somebody should hear how it goes. */
final class Countdown {
  private static final long WORD_EVERY_NS = 2_000_000_000L;

  private final long atMostNs;
  private final long startNs = System.nanoTime();
  private long nextWordNs = WORD_EVERY_NS;

  Countdown(Duration atMost) {
    this.atMostNs = atMost.toNanos();
  }

  Duration passed() {
    return Duration.ofNanos(System.nanoTime() - startNs);
  }

  boolean isOver() {
    return passed().toNanos() >= atMostNs;
  }

  /** How long nothing needs to be done but to wait; never nothing. */
  Duration untilNextWord() {
    long until = Math.min(atMostNs, nextWordNs) - passed().toNanos();
    return Duration.ofNanos(Math.max(1_000_000, until));
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
