package io.harmonyagent.bench.chaos;

import io.harmonyagent.testbed.Pi;
import java.util.List;

/** PostgreSQL's own words about how long it needs to come up. */
record PostgresLog(Pi pi, String unit) {
  private static final String BEGIN = "starting PostgreSQL";
  private static final String READY = "database system is ready to accept connections";

  static PostgresLog of(Pi pi, String unit) {
    return new PostgresLog(pi, unit);
  }

  /** From the latest beginning until it was ready for writes, in milliseconds. */
  double lastRecoveryMs() {
    List<String> lines =
        pi.run("journalctl", "--quiet", "--no-pager", "--output=short-unix", "--unit=" + unit)
            .orFail()
            .out()
            .lines()
            .toList();
    double begin = 0;
    double ready = 0;
    for (String line : lines) {
      if (line.contains(BEGIN)) {
        begin = seconds(line);
        ready = 0;
      } else if (line.contains(READY)) {
        ready = seconds(line);
      }
    }
    if (begin == 0 || ready == 0) {
      throw new IllegalStateException("PostgreSQL has not said that it is ready again");
    }
    return (ready - begin) * 1000;
  }

  private static double seconds(String line) {
    return Double.parseDouble(line.substring(0, line.indexOf(' ')));
  }
}
