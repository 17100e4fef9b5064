package io.harmonyagent.testbed;

import java.time.Duration;

/** How a slow line treats each packet. */
record Slowness(Duration delay, Duration jitter, int lossPercent) {
  Slowness {
    if (delay.isNegative() || jitter.isNegative() || lossPercent < 0 || lossPercent > 100) {
      throw new IllegalArgumentException(
          "no such line: delay %s, jitter %s, loss %d %%".formatted(delay, jitter, lossPercent));
    }
  }
}
