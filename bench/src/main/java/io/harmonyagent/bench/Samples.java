package io.harmonyagent.bench;

import java.util.List;

/** Measurements of one thing, all in the same unit. */
public record Samples(List<Double> sorted) {
  public Samples {
    if (sorted.isEmpty()) {
      throw new IllegalArgumentException("there is nothing to take a percentile of");
    }
    sorted = sorted.stream().sorted().toList();
  }

  public int count() {
    return sorted.size();
  }

  public double median() {
    return percentile(50);
  }

  /** The smallest measurement that at least that many of a hundred do not exceed. */
  public double percentile(int percent) {
    if (percent < 1 || percent > 100) {
      throw new IllegalArgumentException(percent + " is not a percentage from 1 to 100");
    }
    return sorted.get((percent * sorted.size() + 99) / 100 - 1);
  }

  public double largest() {
    return sorted.getLast();
  }
}
