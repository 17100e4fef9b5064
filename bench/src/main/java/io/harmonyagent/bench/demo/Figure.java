package io.harmonyagent.bench.demo;

import io.harmonyagent.bench.Units;
import java.time.Duration;
import java.util.Locale;

/** Figures as a person reads them. */
final class Figure {
  private Figure() {}

  static String megabytes(double megabytes) {
    return String.format(Locale.ROOT, "%.1f MB", megabytes);
  }

  static String millis(Duration duration) {
    return String.format(Locale.ROOT, "%.1f ms", Units.millis(duration));
  }
}
