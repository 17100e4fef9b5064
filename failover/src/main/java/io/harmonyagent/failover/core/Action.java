package io.harmonyagent.failover.core;

/** Something for the shell to do. None of them answers; what comes of it is a later event. */
public sealed interface Action {

  /** Write to disk and sync before going on to the next action. */
  record Persist(Durable durable) implements Action {}

  record TickEvery(long periodMs) implements Action {}

  /** Observe PostgreSQL; at a holder with a real write that waits for no replica. */
  record Probe(long beat, long withinMs, boolean byWriting) implements Action {}

  /**
   * Compare-and-set. Sent on the connection of the watch session that the deciding step knew, or
   * not at all: nothing may be buffered (S3), and nothing decided before the store lost writes may
   * reach it after that (S14).
   */
  record WriteLease(long expectedRevision, LeaseRecord lease, Purpose purpose, long withinMs)
      implements Action {}

  record WriteReport(SiteReport report) implements Action {}

  record RestartWatch() implements Action {}

  /**
   * PID 1 fences at the deadline, whatever PostgreSQL is then, without the agent's help.
   *
   * @param fenceMs the time in which the ladder must end
   */
  record ArmDeadman(long deadlineMs, long fenceMs) implements Action {}

  record DisarmDeadman() implements Action {}

  /**
   * Let PostgreSQL accept writes: start it, and promote it if it is a standby.
   *
   * <p>Carried out by the holder of the deadman, which refuses when that is not armed: an agent
   * that freezes between this decision and its execution finds the deadman expired (S7).
   */
  record OpenForWrites(long epoch, boolean waitForPeer) implements Action {}

  /** Run the ladder, beginning at a rung; every rung is verified by observation. */
  record Fence(FenceRung from, long withinMs, FenceCause cause) implements Action {}

  /** Write out what a stop would have to, beside everything else: PostgreSQL accepts writes. */
  record PrepareStop(long withinMs) implements Action {}

  /** Stop with a shutdown checkpoint and everything sent to the standby; cut every session. */
  record StopCleanly(long withinMs) implements Action {}

  /** Be a standby of the other site: rewind or clone when the histories parted. */
  record Follow(SiteId site, long epoch) implements Action {}

  /**
   * Let commits wait for the other site, or not.
   *
   * @param ask names the wish; its SyncApplied brings it back (S10)
   */
  record WaitForPeer(long ask, boolean waiting) implements Action {}

  /** The flight recorder. */
  record Note(Evidence evidence, Decision decision) implements Action {}
}
