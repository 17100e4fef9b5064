package io.harmonyagent.failover.core;

/** Why the record is written. */
public enum Purpose {
  /** The heartbeat of the holder. */
  RENEW,
  /** The very first record. */
  CREATE,
  /** Over the head of a holder that has gone silent. */
  PROMOTE,
  /** A lease that its holder has released. */
  TAKE,
  /** A lease that still names this fenced site. */
  RECLAIM,
  /** Give the lease away. */
  RELEASE;

  /** Its ack opens PostgreSQL for writes. */
  public boolean acquires() {
    return this == CREATE || this == PROMOTE || this == TAKE || this == RECLAIM;
  }
}
