package io.harmonyagent.failover.site;

import java.util.OptionalLong;

/**
 * What fences without the agent: PID 1 holds the deadline. It is also the only way by which
 * PostgreSQL becomes writable, so that an agent which froze before the opening opens nothing (A4,
 * S7).
 */
public interface Deadman {
  /**
   * Makes ready what a deadline needs, before there is one: it may take long.
   *
   * @param fenceMs the time in which the ladder must end
   */
  void prepare(long fenceMs) throws DatabaseFailure;

  /**
   * Fences at the deadline unless armed again; returns when PID 1 has it.
   *
   * @param deadlineMs in the site's monotonic time
   * @param fenceMs the time in which the ladder must end
   */
  void arm(long deadlineMs, long fenceMs) throws DatabaseFailure;

  void disarm() throws DatabaseFailure;

  /** Until when PostgreSQL may live; empty where nothing is armed or that could not be learned. */
  OptionalLong deadlineMs();

  /** Starts PostgreSQL and promotes it if it is a standby; refused when not armed or expired. */
  void openForWrites(long epoch, boolean waitForPeer) throws DatabaseFailure;
}
