package io.harmonyagent.failover.core;

/**
 * Synchronous commit at the holder.
 *
 * @param asked what PostgreSQL was last asked to do
 * @param waiting PostgreSQL is known to wait for the other site, for everything after {@code
 *     waitingFromLsn}
 * @param mayBeListed the record, or a write of it on its way, may say that the other site has every
 *     acknowledged commit: then PostgreSQL must wait (S10)
 */
public record Sync(boolean asked, boolean waiting, long waitingFromLsn, boolean mayBeListed) {
  static final Sync OFF = new Sync(false, false, 0, false);

  /** After a restart of the agent: the worst of everything, until it is known better. */
  static final Sync UNSURE = new Sync(true, false, 0, true);

  Sync asking(boolean wait) {
    return new Sync(wait, waiting && wait, waitingFromLsn, mayBeListed);
  }

  Sync applied(boolean wait, long lsn) {
    return new Sync(asked, wait && asked, lsn, mayBeListed);
  }

  Sync listed(boolean maybe) {
    return maybe == mayBeListed ? this : new Sync(asked, waiting, waitingFromLsn, maybe);
  }
}
