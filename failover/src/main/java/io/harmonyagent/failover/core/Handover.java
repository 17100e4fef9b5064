package io.harmonyagent.failover.core;

import java.util.Optional;

/**
 * A planned change of holder.
 *
 * @param preparation PostgreSQL still accepts writes, and writes out what its stop would have to
 * @param stopped PostgreSQL came to a clean end: the lease may be released
 * @param peerReady consecutive reports in which the other site was caught up
 * @param notBeforeMs no failback by itself before this: the last one came to nothing
 * @param failures how many in a row PostgreSQL was too slow for
 */
public record Handover(
    Optional<Preparation> preparation,
    boolean stopped,
    int peerReady,
    long notBeforeMs,
    int failures) {
  static final Handover NONE = new Handover(Optional.empty(), false, 0, State.LONG_AGO_MS, 0);

  private static final int DOUBLINGS_MAX = 6;

  /**
   * A stop that is being prepared.
   *
   * @param byOperator nobody else's reasons count then
   */
  public record Preparation(long sinceMs, boolean byOperator) {}

  Handover prepares(Preparation next) {
    return new Handover(Optional.of(next), false, peerReady, notBeforeMs, failures);
  }

  Handover stoppedCleanly() {
    return new Handover(Optional.empty(), true, peerReady, notBeforeMs, 0);
  }

  Handover peer(boolean ready) {
    int reports = ready ? Math.min(peerReady + 1, 1_000) : 0;
    return new Handover(preparation, stopped, reports, notBeforeMs, failures);
  }

  Handover prepared() {
    return new Handover(Optional.empty(), false, peerReady, notBeforeMs, failures);
  }

  Handover begun() {
    return new Handover(Optional.empty(), false, 0, notBeforeMs, failures);
  }

  /** A PostgreSQL that was too slow will be so again: each time it is left alone for longer. */
  Handover failed(long nowMs, long pauseMs) {
    long pausesMs = pauseMs << Math.min(failures, DOUBLINGS_MAX);
    return new Handover(Optional.empty(), false, 0, nowMs + pausesMs, failures + 1);
  }

  Handover notBefore(long ms) {
    return new Handover(Optional.empty(), false, 0, ms, failures);
  }
}
