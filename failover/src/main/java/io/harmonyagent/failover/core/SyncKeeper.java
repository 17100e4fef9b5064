package io.harmonyagent.failover.core;

import java.util.Set;

/**
 * Keeps PostgreSQL's waiting and the record's list in step. Invariant (S10): while the record may
 * list the other site, commits wait for it; so it is listed last and unlisted first.
 */
final class SyncKeeper {
  private SyncKeeper() {}

  /** What the next renewal says. */
  static Set<SiteId> listing(Turn turn, Stored base) {
    boolean listed = base.lease().syncSites().contains(turn.peer());
    boolean trusted = listed && base.revision() > turn.forgivenRevision;
    SyncEvidence evidence =
        new SyncEvidence(
            turn.config().latest().replication(),
            turn.postgres.peerStreaming(),
            turn.sync.waitsOn(trusted) && !isOverruled(turn),
            turn.sync.waitingFromLsn(),
            turn.postgres.peerFlushedLsn(),
            listed);
    Decision decision = evidence.decide();
    if (decision.isGranted() != listed) {
      turn.act(new Action.Note(evidence, decision));
    }
    return decision.isGranted() ? Set.of(turn.peer()) : Set.of();
  }

  /** A setting that the agent made, and that is not in force any more, was changed by others. */
  static void observed(Turn turn) {
    if (turn.sync.asked() && turn.sync.waitsOn(true) && isOverruled(turn)) {
      turn.sync = turn.sync.undone();
    }
  }

  private static boolean isOverruled(Turn turn) {
    return turn.postgres.mode() == PostgresMode.WRITABLE && !turn.postgres.waits();
  }

  static void apply(Turn turn) {
    boolean wait =
        switch (turn.config().latest().replication()) {
          case ASYNC -> turn.sync.mayBeListed();
          case SYNC -> turn.sync.mayBeListed() || turn.postgres.peerStreaming();
          case SYNC_STRICT -> true;
        };
    if (wait != turn.sync.asked() || (wait && !turn.sync.waiting())) {
      turn.sync = turn.sync.asking(wait);
      turn.act(new Action.WaitForPeer(turn.sync.ask(), wait));
    }
  }

  /** The end of an earlier wish says nothing: another one was carried out since, or will be. */
  static void applied(Turn turn, Event.SyncApplied applied) {
    if (turn.role.holdsLease() && applied.ask() == turn.sync.ask()) {
      turn.sync = turn.sync.applied(applied.waiting(), applied.lsn());
    }
  }
}
