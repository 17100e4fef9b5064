package io.harmonyagent.testbed;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Waits for a condition instead of sleeping: looks again and again until it holds or a deadline has
 * passed.
 */
final class Waiting {
  private static final Duration PAUSE = Duration.ofMillis(5);

  private Waiting() {}

  /**
   * The first value that is as wanted. A look that throws counts as one that has not succeeded yet;
   * the failure tells the last value or exception seen.
   */
  static <T> T eventually(Duration limit, Callable<T> look, Predicate<T> wanted, String what) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (true) {
      @Nullable Exception failure = null;
      String seen;
      try {
        T value = look.call();
        if (wanted.test(value)) {
          return value;
        }
        seen = String.valueOf(value);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new TestbedException("interrupted while waiting for " + what, e);
      } catch (Exception e) {
        failure = e;
        seen = e.toString();
      }
      if (System.nanoTime() > deadline) {
        String message = "%s: still not so after %s; last seen: %s".formatted(what, limit, seen);
        throw failure == null
            ? new TestbedException(message)
            : new TestbedException(message, failure);
      }
      pause(what);
    }
  }

  private static void pause(String what) {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TestbedException("interrupted while waiting for " + what, e);
    }
  }
}
