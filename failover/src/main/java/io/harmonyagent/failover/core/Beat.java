package io.harmonyagent.failover.core;

/**
 * The heartbeat under way, and the two counters of ADR 017-2: one success resets the failures, one
 * failure resets the successes.
 *
 * @param probed PostgreSQL answered well in this beat
 */
public record Beat(
    long number, long startedMs, boolean probed, boolean succeeded, int failures, int successes) {
  static final Beat NONE = new Beat(0, 0, true, true, 0, 0);

  Beat next(long nowMs) {
    return new Beat(number + 1, nowMs, false, false, failures, successes);
  }

  Beat probeSucceeded() {
    return new Beat(number, startedMs, true, succeeded, failures, successes);
  }

  Beat success() {
    return succeeded ? this : new Beat(number, startedMs, probed, true, 0, plusOne(successes));
  }

  /** Called when the next beat begins: a beat that did not succeed by then has failed. */
  Beat judged() {
    return succeeded ? this : new Beat(number, startedMs, probed, false, plusOne(failures), 0);
  }

  Beat withoutCounts() {
    return new Beat(number, startedMs, probed, succeeded, 0, 0);
  }

  private static int plusOne(int count) {
    return Math.min(count + 1, 1_000_000);
  }
}
