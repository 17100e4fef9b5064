package io.harmonyagent.failover.core;

/** The six numbers that safety rests on. {@code heartbeatTimeoutMs} (T) is also the interval. */
public record Timing(
    long heartbeatTimeoutMs,
    int failureThreshold,
    int successThreshold,
    long failoverTimeoutMs,
    long safetyMarginMs,
    long fenceTimeoutMs) {

  /** A holder has begun to fence this long after it sent its last acked renewal: (n+1)·T. */
  public long holdMs() {
    return (failureThreshold + 1L) * heartbeatTimeoutMs;
  }

  /** And has finished after this: what the other site must wait out, by the holder's clock. */
  public long holdAndFenceMs() {
    return holdMs() + fenceTimeoutMs;
  }

  /** The right side of the inequality. */
  public long requiredFailoverTimeoutMs() {
    return holdAndFenceMs() + safetyMarginMs;
  }
}
