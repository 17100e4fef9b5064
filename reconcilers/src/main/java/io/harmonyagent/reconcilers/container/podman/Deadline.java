package io.harmonyagent.reconcilers.container.podman;

import java.time.Duration;

/** The moment by which something must have happened, on the clock that nobody sets. */
record Deadline(long atNanos) {
  static Deadline in(Duration time) {
    return new Deadline(System.nanoTime() + time.toNanos());
  }

  /** Zero or less once it has passed. */
  long leftMillis() {
    long nanos = atNanos - System.nanoTime();
    return nanos <= 0 ? 0 : nanos / 1_000_000 + 1;
  }
}
