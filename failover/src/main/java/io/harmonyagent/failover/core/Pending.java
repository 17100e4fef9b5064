package io.harmonyagent.failover.core;

/**
 * The one write of the record that this site has not seen the end of.
 *
 * @param timing the promise that the record carries: its lease runs under this, whatever follows
 * @param unknown its time is over: an ack no longer counts, only the record itself can tell
 */
public record Pending(
    Purpose purpose,
    long expectedRevision,
    LeaseRecord lease,
    Timing timing,
    long sentMs,
    long withinMs,
    int retries,
    boolean unknown) {

  static final int RETRIES_MAX = 3;

  boolean isLate(long nowMs) {
    return nowMs - sentMs >= withinMs;
  }

  Pending becameUnknown() {
    return new Pending(purpose, expectedRevision, lease, timing, sentMs, withinMs, retries, true);
  }

  Pending withoutRetries() {
    return new Pending(
        purpose, expectedRevision, lease, timing, sentMs, withinMs, RETRIES_MAX, unknown);
  }

  /** The send time stays that of the first try, which can only shorten the lease. */
  Pending retried() {
    return new Pending(
        purpose, expectedRevision, lease, timing, sentMs, withinMs, retries + 1, unknown);
  }
}
