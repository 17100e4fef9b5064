package io.harmonyagent.failover.core;

import java.util.Optional;
import java.util.Set;

/** Builds and sends the record. One write at a time; each knows when its time is over. */
final class Writes {
  private Writes() {}

  /**
   * The heartbeat of a holder, within what is left of the beat, on top of what this session has
   * shown (S14).
   */
  static void renew(Turn turn) {
    Lease lease = turn.lease.orElseThrow();
    long leftMs = turn.beat.startedMs() + turn.timing().heartbeatTimeoutMs() - turn.nowMs;
    if (turn.pending.isPresent() || leftMs <= 0) {
      return;
    }
    Optional<Stored> shown = lease.stored().filter(turn.watch::shows);
    if (shown.isEmpty()) {
      return;
    }
    Stored base = shown.get();
    Set<SiteId> syncSites =
        turn.role == Role.PRIMARY ? SyncKeeper.listing(turn, base) : base.lease().syncSites();
    boolean current = turn.postgres.mode() == PostgresMode.WRITABLE;
    LeaseRecord renewal =
        record(
            turn,
            Purpose.RENEW,
            lease.epoch(),
            Optional.of(turn.me),
            current ? turn.postgres.lsn() : base.lease().lsn(),
            current ? turn.postgres.timeline() : base.lease().timeline(),
            turn.config().latest().replication(),
            syncSites);
    cap(turn, lease);
    send(turn, Purpose.RENEW, base.revision(), renewal, leftMs);
  }

  private static void cap(Turn turn, Lease lease) {
    Lease capped = lease.cappedBy(turn.timing(), turn.nowMs);
    if (capped.deadlineMs() != lease.deadlineMs() || capped.fenceMs() != lease.fenceMs()) {
      turn.lease = Optional.of(capped);
      turn.act(new Action.ArmDeadman(capped.deadlineMs(), capped.fenceMs()));
    }
  }

  /** Claims the lease; the ack, in time, opens PostgreSQL. A new holder gets a new epoch. */
  static void acquire(Turn turn, Purpose purpose, Optional<Stored> base) {
    Check.that(purpose.acquires() && !turn.role.holdsLease(), "only a site without lease claims");
    boolean same = purpose == Purpose.RECLAIM;
    long baseEpoch = base.map(stored -> stored.lease().epoch()).orElse(0L);
    long epoch =
        same ? baseEpoch : Math.max(Math.max(baseEpoch, turn.epochFloor), turn.seen.epoch()) + 1;
    LeaseRecord claim =
        record(
            turn,
            purpose,
            epoch,
            Optional.of(turn.me),
            turn.postgres.lsn(),
            same ? base.orElseThrow().lease().timeline() : turn.postgres.timeline(),
            same ? base.orElseThrow().lease().replication() : turn.config().latest().replication(),
            same ? stillListed(turn, base.orElseThrow()) : Set.of());
    long revision = base.map(Stored::revision).orElse(0L);
    send(turn, purpose, revision, claim, turn.timing().heartbeatTimeoutMs());
  }

  /** A list from before an operator accepted a store that lost writes may be the lost one's. */
  private static Set<SiteId> stillListed(Turn turn, Stored base) {
    return base.revision() > turn.forgivenRevision ? base.lease().syncSites() : Set.of();
  }

  /** Only after PostgreSQL was seen to have stopped (S9). */
  static void release(Turn turn) {
    Check.that(turn.handover.stopped(), "a lease is released after PostgreSQL stopped");
    Stored base = turn.lease.orElseThrow().stored().orElseThrow();
    LeaseRecord release =
        record(
            turn,
            Purpose.RELEASE,
            base.lease().epoch(),
            Optional.empty(),
            turn.postgres.lsn(),
            turn.postgres.timeline(),
            base.lease().replication(),
            Set.of());
    long withinMs = turn.timing().heartbeatTimeoutMs();
    send(turn, Purpose.RELEASE, base.revision(), release, withinMs);
  }

  private static LeaseRecord record(
      Turn turn,
      Purpose purpose,
      long epoch,
      Optional<SiteId> holder,
      long lsn,
      long timeline,
      ReplicationMode replication,
      Set<SiteId> syncSites) {
    turn.writes++;
    ConfigInForce config = turn.config();
    return new LeaseRecord(
        epoch,
        holder,
        turn.me,
        status(turn, purpose),
        turn.beat.number(),
        lsn,
        timeline,
        replication,
        syncSites,
        config.holdingRevision(),
        config.latestRevision(),
        config.holding().failoverTimeoutMs(),
        new Claim(turn.me, turn.bootId, turn.writes),
        purpose);
  }

  private static LeaseStatus status(Turn turn, Purpose purpose) {
    if (purpose == Purpose.RELEASE) {
      return LeaseStatus.RELEASED;
    }
    return switch (turn.role) {
      case PRIMARY -> LeaseStatus.HEALTHY;
      case DEMOTING -> LeaseStatus.DEMOTING;
      case OPENING, STANDBY, FENCED, RELEASED, FENCING, SAFE -> LeaseStatus.OPENING;
    };
  }

  private static void send(
      Turn turn, Purpose purpose, long expectedRevision, LeaseRecord lease, long withinMs) {
    turn.pending =
        Optional.of(
            new Pending(
                purpose, expectedRevision, lease, turn.timing(), turn.nowMs, withinMs, 0, false));
    turn.sync = turn.sync.listed(turn.sync.mayBeListed() || !lease.syncSites().isEmpty());
    turn.act(new Action.WriteLease(expectedRevision, lease, purpose, withinMs));
  }
}
