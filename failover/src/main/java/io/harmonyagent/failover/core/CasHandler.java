package io.harmonyagent.failover.core;

import java.util.Optional;

/** The four outcomes of a compare-and-set. An answer to anything but the pending write is late. */
final class CasHandler {
  private CasHandler() {}

  static void handle(Turn turn, Event.CasAnswered answer) {
    if (turn.pending.isEmpty() || !turn.pending.get().lease().claim().equals(answer.claim())) {
      return;
    }
    Pending pending = turn.pending.get();
    if (pending.unknown() && !(answer.outcome() instanceof CasOutcome.Acked)) {
      return;
    }
    switch (answer.outcome()) {
      case CasOutcome.Acked acked -> acked(turn, pending, acked);
      case CasOutcome.Lost lost -> lost(turn, pending, lost.standingRevision());
      case CasOutcome.InFlight inFlight -> tryAgain(turn, pending);
      case CasOutcome.Unknown unknown -> turn.pending = Optional.of(pending.becameUnknown());
    }
  }

  private static void acked(Turn turn, Pending pending, CasOutcome.Acked acked) {
    Stored stored = new Stored(acked.revision(), acked.serverTimeMs(), pending.lease());
    if (pending.unknown() || pending.isLate(turn.nowMs)) {
      // It gives no time, but it tells what the store has had.
      turn.grants(evidence(turn, pending, pending.expectedRevision()));
      turn.pending = Optional.of(pending.becameUnknown());
      turn.seen = turn.seen.plus(stored);
      return;
    }
    if (StoreTrust.lostAtAck(turn, stored)) {
      return;
    }
    landed(turn, pending, stored);
  }

  /** The write is stored and in time, by its ack or because the watch delivered it. */
  static void landed(Turn turn, Pending pending, Stored stored) {
    turn.pending = Optional.empty();
    turn.seen = turn.seen.plus(stored);
    turn.watch = turn.watch.withLease(stored, turn.nowMs);
    switch (pending.purpose()) {
      case RENEW -> renewed(turn, pending, stored);
      case CREATE, PROMOTE, TAKE, RECLAIM -> acquired(turn, pending, stored);
      case RELEASE -> HandoverHandler.released(turn);
    }
  }

  private static void renewed(Turn turn, Pending pending, Stored stored) {
    Check.that(turn.role.holdsLease(), "a renewal is pending at a holder only");
    turn.beat = turn.beat.success();
    hold(turn, pending, stored);
    turn.sync = turn.sync.listed(!stored.lease().syncSites().isEmpty());
    if (turn.role == Role.PRIMARY) {
      SyncKeeper.apply(turn);
    } else if (turn.role == Role.DEMOTING) {
      HandoverHandler.releaseIfStopped(turn);
    }
  }

  private static void acquired(Turn turn, Pending pending, Stored stored) {
    boolean listed = !stored.lease().syncSites().isEmpty();
    boolean wait = listed || stored.lease().replication() == ReplicationMode.SYNC_STRICT;
    turn.handover = HandoverHandler.afterAcquiring(turn, pending);
    hold(turn, pending, stored);
    turn.become(Role.OPENING);
    turn.beat = turn.beat.withoutCounts();
    turn.sync = turn.sync.opening(wait, listed);
    turn.forcedUntilMs = State.LONG_AGO_MS;
    turn.followingEpoch = 0;
    turn.act(new Action.OpenForWrites(stored.lease().epoch(), wait));
  }

  /** The deadman is armed before anything may open, and from the time of the send (S2, S7). */
  private static void hold(Turn turn, Pending pending, Stored stored) {
    Lease lease = Lease.of(stored, pending.sentMs(), pending.timing());
    Check.that(turn.nowMs < lease.deadlineMs(), "an ack in time is before the deadline");
    turn.lease = Optional.of(lease);
    turn.act(new Action.ArmDeadman(lease.deadlineMs(), lease.fenceMs()));
  }

  private static void lost(Turn turn, Pending pending, long standingRevision) {
    turn.pending = Optional.empty();
    turn.grants(evidence(turn, pending, standingRevision));
    if (pending.purpose() == Purpose.RENEW
        && turn.lease.orElseThrow().revision() > pending.expectedRevision()) {
      Writes.renew(turn);
    }
  }

  private static ClaimEvidence evidence(Turn turn, Pending pending, long standingRevision) {
    return new ClaimEvidence(
        pending.purpose(),
        pending.expectedRevision(),
        standingRevision,
        turn.nowMs - pending.sentMs(),
        pending.withinMs(),
        pending.unknown());
  }

  /** A claim is tried again by judging again: what it was judged on may not hold any more. */
  private static void tryAgain(Turn turn, Pending pending) {
    if (pending.purpose().acquires()
        || pending.retries() >= Pending.RETRIES_MAX
        || pending.isLate(turn.nowMs)) {
      turn.pending = Optional.empty();
      return;
    }
    turn.pending = Optional.of(pending.retried());
    turn.act(
        new Action.WriteLease(
            pending.expectedRevision(), pending.lease(), pending.purpose(), pending.withinMs()));
  }
}
