package io.harmonyagent.failover.core;

/**
 * Synchronous commit at the holder.
 *
 * @param asked what PostgreSQL was last asked to do
 * @param ask the number of that wish: what took hold of an earlier one is over by now
 * @param waiting PostgreSQL is known to wait for the other site, for everything after {@code
 *     waitingFromLsn}
 * @param mayBeListed the record, or a write of it on its way, may say that the other site has every
 *     acknowledged commit: then PostgreSQL must wait (S10)
 */
public record Sync(
    boolean asked, long ask, boolean waiting, long waitingFromLsn, boolean mayBeListed) {
  static final Sync OFF = new Sync(false, 0, false, 0, false);

  /** After a restart of the agent: the worst of everything, until it is known better. */
  static final Sync UNSURE = new Sync(true, 0, false, 0, true);

  /**
   * Whether commits wait for what a record on this base may say. What the run before a restart of
   * the agent has listed, it made commits wait for; and until this run asks for something else,
   * they still do. Should the base not be the newest record, nothing can be written on it.
   */
  boolean waitsOn(boolean baseLists) {
    return waiting || (baseLists && asked && ask == UNSURE.ask);
  }

  /** PostgreSQL is opened and begins to wait, or not, by that. */
  Sync opening(boolean wait, boolean listed) {
    return new Sync(wait, ask + 1, false, 0, listed);
  }

  Sync asking(boolean wait) {
    long number = wait == asked ? ask : ask + 1;
    return new Sync(wait, number, waiting && wait, waitingFromLsn, mayBeListed);
  }

  /**
   * Somebody else had commits not wait: what was confirmed is worth nothing, and asked for anew.
   */
  Sync undone() {
    return new Sync(asked, ask + 1, false, 0, mayBeListed);
  }

  Sync applied(boolean wait, long lsn) {
    return new Sync(asked, ask, wait && asked, lsn, mayBeListed);
  }

  Sync listed(boolean maybe) {
    return maybe == mayBeListed ? this : new Sync(asked, ask, waiting, waitingFromLsn, maybe);
  }
}
