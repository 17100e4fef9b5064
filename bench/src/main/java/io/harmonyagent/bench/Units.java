package io.harmonyagent.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** What the figures are given in: milliseconds, and megabytes of a million bytes. */
public final class Units {
  private Units() {}

  public static double megabytes(long bytes) {
    return bytes / 1e6;
  }

  public static double megabytes(Path file) {
    try {
      return megabytes(Files.size(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static double millis(Duration duration) {
    return duration.toNanos() / 1e6;
  }
}
