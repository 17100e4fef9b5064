package io.harmonyagent.failover.lease;

import io.harmonyagent.failover.core.Action;
import io.harmonyagent.failover.core.SiteReport;
import java.time.Duration;

/**
 * A site's way to the records of its cluster. None of its methods waits for the mesh; what comes of
 * them is told to {@link LeaseEvents}.
 */
public interface LeaseAccess extends AutoCloseable {
  void start();

  /** How often the core wants something of the mesh; a server that is silent for long is left. */
  void beats(Duration every);

  /** Begins a new session of the watch, as soon as there is a connection. */
  void restartWatch();

  /**
   * A compare-and-set, answered by a {@link io.harmonyagent.failover.core.Event.CasAnswered} within
   * its time.
   */
  void write(Action.WriteLease write);

  /** Nobody waits for this: its echo in the watch is its answer. */
  void write(SiteReport report);

  @Override
  void close();
}
