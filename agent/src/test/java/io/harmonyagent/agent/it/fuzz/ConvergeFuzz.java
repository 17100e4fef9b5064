package io.harmonyagent.agent.it.fuzz;

import io.harmonyagent.testbed.Testbed;
import java.io.PrintStream;
import java.time.Duration;

/**
 * Runs random days: {@code SEEDS=n} of them from {@code FROM=n} on, or {@code SEED=n} to see one
 * again. Ends at the first that fails, with its seed and its story.
 */
public final class ConvergeFuzz {
  private static final PrintStream out = System.out;

  private ConvergeFuzz() {}

  public static void main(String[] arguments) {
    long seeds = option(arguments, "SEEDS", 20);
    long from = option(arguments, "FROM", 1);
    long only = option(arguments, "SEED", -1);
    try (Testbed bed = Testbed.withNats(1).open()) {
      boolean passed = only >= 0 ? run(bed, only, only) : run(bed, from, from + seeds - 1);
      if (!passed) {
        out.println("logs: " + bed.keepLogs("ConvergeFuzz", "failure"));
        System.exit(1);
      }
    }
  }

  private static boolean run(Testbed bed, long first, long last) {
    Fuzz fuzz = Fuzz.on(bed, "fuzz");
    for (long seed = first; seed <= last; seed++) {
      long start = System.nanoTime();
      try {
        fuzz.day(seed);
      } catch (AssertionError | RuntimeException e) {
        e.printStackTrace(out);
        out.printf("seeds %d failed 1%nsee it again with SEED=%d%n", seed - first + 1, seed);
        return false;
      }
      out.printf("seed %d: %d s%n", seed, Duration.ofNanos(System.nanoTime() - start).toSeconds());
    }
    out.printf("seeds %d failed 0%n", last - first + 1);
    return true;
  }

  private static long option(String[] arguments, String name, long otherwise) {
    for (String argument : arguments) {
      if (argument.startsWith(name + "=")) {
        return Long.parseLong(argument.substring(name.length() + 1));
      }
    }
    return otherwise;
  }
}
