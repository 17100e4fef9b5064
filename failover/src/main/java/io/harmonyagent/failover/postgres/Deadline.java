package io.harmonyagent.failover.postgres;

import java.time.Duration;

/** A moment by which something has to be over. */
record Deadline(long endNs) {
  static Deadline in(Duration time) {
    return new Deadline(System.nanoTime() + time.toNanos());
  }

  long leftMs() {
    return (endNs - System.nanoTime()) / 1_000_000;
  }

  boolean isOver() {
    return leftMs() <= 0;
  }

  Duration left() {
    return Duration.ofMillis(Math.max(1, leftMs()));
  }
}
