package io.harmonyagent.failover.site;

import io.harmonyagent.failover.core.PostgresView;
import io.harmonyagent.failover.core.SiteId;
import java.time.Duration;

/**
 * The PostgreSQL of this site. Every call may take long and is made on a worker thread; those that
 * change something are made one at a time, looks and probes beside them.
 */
public interface Database extends AutoCloseable {
  /**
   * What a probe found.
   *
   * @param ok a write went through where one was asked for; elsewhere, it answered
   */
  record Probe(boolean ok, PostgresView view) {}

  /**
   * Makes the first data of a cluster, in an empty or absent folder. Only for the very first start:
   * the caller has seen that there was never a lease.
   */
  void initialise() throws DatabaseFailure, InterruptedException;

  /** What it is now; UNKNOWN where that could not be observed in time. */
  PostgresView look(Duration within);

  /** A look that, at a holder, writes for real and waits for no replica. */
  Probe probe(boolean byWriting, Duration within);

  /** Calls back when something may have changed by itself: a hint, no promise. Must not block. */
  void onChange(Runnable hint);

  /**
   * Writes out what a stop would have to, while everything goes on; false where that took too long.
   */
  boolean prepareStop(Duration within);

  /** Stops with a shutdown checkpoint and everything sent to the standby; cuts every session. */
  PostgresView stopCleanly(Duration within) throws DatabaseFailure;

  /** Becomes a standby of the other site, by a rewind or a new clone where the histories parted. */
  void follow(SiteId peer, long epoch) throws DatabaseFailure, InterruptedException;

  /** Lets commits wait for the other site, or not; where PostgreSQL stood when that took hold. */
  long waitForPeer(boolean waiting) throws DatabaseFailure;

  @Override
  void close();
}
