package io.harmonyagent.bench.demo;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Tells the person in front of the terminal what goes on; never silent for long. */
final class Narrator {
  private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(3);

  private final PrintStream out;

  Narrator(PrintStream out) {
    this.out = out;
  }

  void say(String text) {
    out.println(text);
  }

  /** What a command printed, set off from what we say. */
  void quote(String text) {
    text.stripTrailing().lines().forEach(line -> out.println("    " + line));
  }

  void measured(String what, String value) {
    out.println("  %-20s %s".formatted(what, value));
  }

  /** Does something that may take a while, and tells how long it took. */
  <T> T step(String doing, Callable<T> work) throws Exception {
    out.println("* " + doing);
    long start = System.nanoTime();
    T result = whileGivingSignsOfLife(work);
    out.println("    done in " + seconds(start));
    return result;
  }

  <T> T whileGivingSignsOfLife(Callable<T> work) throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    long start = System.nanoTime();
    Thread.ofVirtual().start(() -> giveSignsOfLife(done, start));
    try {
      return work.call();
    } finally {
      done.countDown();
    }
  }

  private void giveSignsOfLife(CountDownLatch done, long start) {
    try {
      while (!done.await(SIGN_OF_LIFE.toMillis(), TimeUnit.MILLISECONDS)) {
        out.println("    still at it, for " + seconds(start));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String seconds(long start) {
    return String.format(Locale.ROOT, "%.1f s", (System.nanoTime() - start) / 1e9);
  }
}
