package io.harmonyagent.failover.core;

import java.util.Optional;

/** The watch delivered a record. Only what makes us safer is done here; the rest at the echo. */
final class LeaseHandler {
  private LeaseHandler() {}

  static void handle(Turn turn, Stored stored) {
    // Even what a session brings that was given up is something that the store once had.
    turn.seen = turn.seen.plus(stored);
    resolvePending(turn, stored);
    if (turn.role.holdsLease()) {
      compareWithHeld(turn, stored);
    }
    if (WatchHandler.isNew(turn, stored.revision())) {
      delivered(turn, stored);
      renewIfOwed(turn);
    }
  }

  private static void delivered(Turn turn, Stored stored) {
    LeaseRecord lease = stored.lease();
    if (turn.watch.lease().isPresent()
        && turn.watch.lease().get().lease().epoch() != lease.epoch()) {
      turn.forcedUntilMs = State.LONG_AGO_MS;
    }
    turn.watch = turn.watch.withLease(stored, turn.nowMs);
    if (!lease.siteId().equals(turn.me) && turn.config.isPresent()) {
      turn.heardFromPeer(stored.revision(), lease.configSeen(), lease.configRevision());
    }
  }

  /** A later revision shows whose write won, ours or another (S3). */
  private static void resolvePending(Turn turn, Stored stored) {
    if (turn.pending.isEmpty()) {
      return;
    }
    Pending pending = turn.pending.get();
    if (pending.lease().claim().equals(stored.lease().claim())) {
      if (pending.unknown() || pending.isLate(turn.nowMs)) {
        turn.pending = Optional.empty();
      } else {
        CasHandler.landed(turn, pending, stored);
      }
    } else if (stored.revision() > pending.expectedRevision()) {
      turn.pending = Optional.empty();
    }
  }

  private static void compareWithHeld(Turn turn, Stored stored) {
    Lease held = turn.lease.orElseThrow();
    LeaseRecord lease = stored.lease();
    if (stored.revision() <= held.revision() || lease.epoch() < held.epoch()) {
      return;
    }
    if (lease.epoch() == held.epoch() && lease.names(turn.me)) {
      turn.lease = Optional.of(held.adopting(stored));
      // A listing may show an older record of ours: only an ack ends the waiting (S10).
      turn.sync = turn.sync.listed(turn.sync.mayBeListed() || !lease.syncSites().isEmpty());
    } else if (lease.epoch() == held.epoch() && turn.role == Role.DEMOTING) {
      HandoverHandler.released(turn);
    } else {
      Fencing.beginForeign(turn, lease.epoch());
    }
  }

  /** The beat waited for the record to build on: a write landed unseen, or the session is new. */
  private static void renewIfOwed(Turn turn) {
    if (turn.role == Role.PRIMARY && turn.beat.probed() && !turn.beat.succeeded()) {
      Writes.renew(turn);
    }
  }
}
