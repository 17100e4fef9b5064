package io.harmonyagent.failover.core;

/** Why a site fences itself. */
public enum FenceCause {
  /** n consecutive heartbeats failed. */
  FAILURES,
  /** (n+1)·T since the send of the last acked renewal. */
  DEADLINE,
  /** The record, or the other site, knows a holder that is not us. */
  FOREIGN_LEASE,
  /** The store has lost what we know it had. */
  STORE_BEHIND,
  /** PostgreSQL accepts writes although this site holds no lease. */
  UNEXPECTED_WRITABLE,
  /** The deadman was found armed by an earlier run, which may have begun to open PostgreSQL. */
  LEFT_OVER,
  /** PostgreSQL crashed again soon after it was opened: another restart would not help. */
  POSTGRES_UNSTABLE,
  /** A clean stop did not come to its end. */
  STOP_FAILED
}
