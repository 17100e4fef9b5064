package io.harmonyagent.failover.simulation;

import io.harmonyagent.failover.core.ClusterConfig;
import io.harmonyagent.failover.core.Timing;

/** How soon after the last fault there must be a writable primary. */
final class Liveness {
  /** Starting, promoting and rewinding PostgreSQL, in the model, at their slowest. */
  static final long POSTGRES_US = 90_000_000;

  private Liveness() {}

  /**
   * The record may have to age twice (a claim that was lost in between), a session to age once, a
   * site to stand back once, and a lease to be offered once; then successes, and PostgreSQL. A
   * server's clock that went back holds up the first rule of a promotion by as much: up to six
   * timeouts in this world.
   */
  static long boundUs(ClusterConfig config, boolean serverClockLies) {
    Timing timing = config.timing();
    long waits = serverClockLies ? 11 : 5;
    long beatsMs = (timing.successThreshold() + 20L) * timing.heartbeatTimeoutMs();
    return (waits * timing.failoverTimeoutMs() + beatsMs) * 1_000 + POSTGRES_US;
  }
}
