package io.harmonyagent.failover.core;

/**
 * A planned change of holder.
 *
 * @param stopped PostgreSQL came to a clean end: the lease may be released
 * @param peerReady consecutive reports in which the other site was caught up
 * @param notBeforeMs no failback by itself before this: the last one was not taken up
 */
public record Handover(boolean stopped, int peerReady, long notBeforeMs) {
  static final Handover NONE = new Handover(false, 0, State.LONG_AGO_MS);

  Handover stoppedCleanly() {
    return new Handover(true, peerReady, notBeforeMs);
  }

  Handover peer(boolean ready) {
    return new Handover(stopped, ready ? Math.min(peerReady + 1, 1_000) : 0, notBeforeMs);
  }

  Handover begun() {
    return new Handover(false, 0, notBeforeMs);
  }

  Handover notBefore(long ms) {
    return new Handover(false, 0, ms);
  }
}
