package io.harmonyagent.failover.core;

import java.util.OptionalLong;

/**
 * Something that happened to this site, with its own monotonic time. The time is read when the
 * event is handed to the core, not when it was queued: a process that was frozen must find out.
 */
public sealed interface Event {
  long nowMs();

  /**
   * The agent begins, after a boot or only its own restart.
   *
   * @param deadmanDeadlineMs until when the deadman that PID 1 holds lets PostgreSQL live
   */
  record Started(long nowMs, Durable durable, PostgresView postgres, OptionalLong deadmanDeadlineMs)
      implements Event {}

  /** The heartbeat timer. It may come late. */
  record Tick(long nowMs) implements Event {}

  /**
   * What a probe found.
   *
   * @param ok at a holder, a real write went through; elsewhere, PostgreSQL answered
   */
  record ProbeAnswered(long nowMs, long beat, boolean ok, PostgresView postgres) implements Event {}

  record CasAnswered(long nowMs, Claim claim, CasOutcome outcome) implements Event {}

  /**
   * A new watch session, told after the server has answered: from here on nothing of the old one is
   * delivered, and a store that lost writes did so before (S8).
   */
  record WatchStarted(long nowMs) implements Event {}

  /** The newest value of each key has been delivered, as one server knew it. */
  record WatchListed(long nowMs) implements Event {}

  record WatchLost(long nowMs) implements Event {}

  record LeaseDelivered(long nowMs, Stored stored) implements Event {}

  record ReportDelivered(long nowMs, long sequence, long serverTimeMs, SiteReport report)
      implements Event {}

  record ConfigDelivered(long nowMs, long revision, ClusterConfig config) implements Event {}

  /** PostgreSQL changed by itself, or an operation on it ended. */
  record PostgresChanged(long nowMs, PostgresView postgres) implements Event {}

  /** It was observed that PostgreSQL accepts nothing. */
  record Fenced(long nowMs, PostgresView postgres) implements Event {}

  /** The ladder ended at this rung and PostgreSQL may still accept writes. */
  record FenceNotVerified(long nowMs, FenceRung reached) implements Event {}

  /**
   * The ladder held, but it had overtaken an opening: it is climbed once more. A PostgreSQL that
   * this could still make writable has a deadman of its own (A4), so there is time for it.
   */
  record ClimbsAgain(long nowMs) implements Event {}

  /**
   * What a stop would have to write is written.
   *
   * @param ok false where that took too long
   */
  record StopPrepared(long nowMs, boolean ok) implements Event {}

  /** A clean stop ended: all that was written has been sent to a connected standby. */
  record StoppedCleanly(long nowMs, PostgresView postgres) implements Event {}

  record StopFailed(long nowMs) implements Event {}

  /**
   * PostgreSQL's commits now wait (or not).
   *
   * @param ask of the WaitForPeer that took hold
   * @param lsn where PostgreSQL stood when it did
   */
  record SyncApplied(long nowMs, long ask, boolean waiting, long lsn) implements Event {}

  /** An operator wants the other site to lead. */
  record SwitchoverAsked(long nowMs) implements Event {}

  /** An operator wants this site to lead and accepts to lose what it has not received. */
  record FailoverForced(long nowMs) implements Event {}

  /** An operator accepts the store as it is. */
  record SafeLifted(long nowMs) implements Event {}
}
