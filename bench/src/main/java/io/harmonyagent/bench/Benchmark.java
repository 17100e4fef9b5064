package io.harmonyagent.bench;

import io.harmonyagent.testbed.Testbed;
import io.harmonyagent.testbed.TestbedException;

/** Runs one benchmark on a testbed of its own; the exit code says whether all limits were kept. */
public final class Benchmark {
  private static final int LIMIT_EXCEEDED = 1;
  private static final int CANNOT_RUN = 2;

  /** What is measured. */
  @FunctionalInterface
  public interface Measurement {
    void on(Testbed bed, Figures figures) throws Exception;
  }

  private Benchmark() {}

  static int run(Measurement measurement) throws Exception {
    return run(Testbed.withNats(1), measurement);
  }

  public static int run(Testbed closed, Measurement measurement) throws Exception {
    Figures figures = new Figures(System.out);
    try (Testbed bed = closed.open()) {
      measure(measurement, bed, figures);
    } catch (TestbedException e) {
      System.err.println("bench: " + e.getMessage());
      return CANNOT_RUN;
    }
    figures.exceeded().forEach(sentence -> System.err.println("bench: " + sentence));
    return figures.exceeded().isEmpty() ? 0 : LIMIT_EXCEEDED;
  }

  private static void measure(Measurement measurement, Testbed bed, Figures figures)
      throws Exception {
    try {
      measurement.on(bed, figures);
    } catch (Exception e) {
      bed.keepLogs("Benchmark", "failure");
      throw e;
    }
  }
}
