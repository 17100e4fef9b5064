package io.harmonyagent.core;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for a condition with a deadline, so that no test has to guess how long to sleep. */
public final class Eventually {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private Eventually() {}

  public static void so(String what, BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("still not so after " + LIMIT + ": " + what);
      }
      Thread.sleep(1);
    }
  }
}
