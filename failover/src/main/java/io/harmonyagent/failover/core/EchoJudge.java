package io.harmonyagent.failover.core;

import java.util.Optional;

/**
 * Decides at the echo of an own report. Assumption: the watch delivers in the order of the stream,
 * so all that the stream ordered before the echo has been delivered, and the newest record seen is
 * the one that the server had (S1).
 */
final class EchoJudge {
  private EchoJudge() {}

  static void judge(Turn turn, long sequence, long serverTimeMs, long seenBefore) {
    if (turn.role.holdsLease() || turn.role == Role.FENCING || turn.role == Role.SAFE) {
      return;
    }
    if (StoreTrust.lostAtEcho(turn, sequence, seenBefore)) {
      return;
    }
    if (turn.pending.isPresent() && !turn.pending.get().unknown()) {
      return;
    }
    if (turn.watch.lease().isEmpty()) {
      create(turn);
      return;
    }
    Stored stored = turn.watch.lease().get();
    if (stored.lease().isReleased()) {
      take(turn, stored);
    } else if (stored.lease().names(turn.me)) {
      reclaim(turn, stored);
    } else {
      follow(turn, stored);
      promote(turn, stored, serverTimeMs);
    }
  }

  private static void create(Turn turn) {
    ClusterConfig latest = turn.config().latest();
    CreateEvidence evidence =
        new CreateEvidence(
            turn.me.equals(latest.primarySiteId()),
            latest.paused(),
            turn.postgres.usable(),
            turn.nowMs - turn.watch.startedMs(),
            turn.config().waitMs(),
            turn.config().latestRevision());
    if (turn.grants(evidence)) {
      Writes.acquire(turn, Purpose.CREATE, Optional.empty());
    }
  }

  private static void reclaim(Turn turn, Stored stored) {
    ReclaimEvidence evidence =
        new ReclaimEvidence(
            stored.revision(),
            stored.lease().epoch(),
            turn.config().latest().paused(),
            turn.postgres.usable(),
            turn.beat.successes(),
            turn.timing().successThreshold(),
            turn.nowMs - turn.watch.startedMs(),
            waitMs(turn, stored),
            Math.max(0, turn.standBackUntilMs - turn.nowMs),
            turn.config().latestRevision());
    if (turn.grants(evidence)) {
      Writes.acquire(turn, Purpose.RECLAIM, Optional.of(stored));
    }
  }

  private static void take(Turn turn, Stored stored) {
    TakeEvidence evidence =
        new TakeEvidence(
            stored.revision(),
            stored.lease().epoch(),
            stored.lease().siteId().equals(turn.me),
            turn.postgres.usable(),
            turn.postgres.timeline(),
            stored.lease().timeline(),
            turn.streamedEpoch,
            turn.postgres.replayedLsn(),
            stored.lease().lsn(),
            turn.nowMs - turn.watch.startedMs(),
            turn.nowMs - turn.watch.leaseSeenMs(),
            waitMs(turn, stored),
            turn.config().latestRevision(),
            turn.nowMs < turn.forcedUntilMs);
    if (turn.grants(evidence)) {
      Writes.acquire(turn, Purpose.TAKE, Optional.of(stored));
    }
  }

  private static void follow(Turn turn, Stored stored) {
    long epoch = stored.lease().epoch();
    boolean change = turn.role != Role.STANDBY || turn.followingEpoch != epoch;
    boolean down = turn.postgres.mode() == PostgresMode.STOPPED && !turn.postgres.busy();
    if (change) {
      turn.grants(new FollowEvidence(stored.revision(), epoch, stored.lease().siteId(), turn.me));
    }
    if (change || down) {
      turn.become(Role.STANDBY);
      turn.followingEpoch = epoch;
      turn.act(new Action.Follow(stored.lease().siteId(), epoch));
    }
  }

  /** Asked when either clock calls the record stale, granted when both do. */
  private static void promote(Turn turn, Stored stored, long echoServerTimeMs) {
    long waitMs = waitMs(turn, stored);
    boolean staleHere = turn.nowMs - turn.watch.leaseSeenMs() > waitMs;
    boolean staleThere = echoServerTimeMs - stored.serverTimeMs() > waitMs;
    if (!staleHere && !staleThere) {
      return;
    }
    PromotionEvidence evidence =
        new PromotionEvidence(
            stored.revision(),
            stored.serverTimeMs(),
            echoServerTimeMs,
            turn.watch.leaseSeenMs(),
            turn.nowMs,
            waitMs,
            turn.config().latestRevision(),
            eligibility(turn, stored.lease()),
            turn.config().latest().paused(),
            turn.nowMs < turn.forcedUntilMs);
    if (turn.grants(evidence)) {
      Writes.acquire(turn, Purpose.PROMOTE, Optional.of(stored));
    }
  }

  private static Eligibility eligibility(Turn turn, LeaseRecord lease) {
    return new Eligibility(
        turn.postgres.mode(),
        turn.postgres.usable(),
        turn.postgres.timeline(),
        lease.timeline(),
        turn.streamedEpoch,
        lease.epoch(),
        turn.postgres.lsn(),
        lease.lsn(),
        turn.config().latest().maxLagBytes(),
        lease.replication(),
        lease.syncSites().contains(turn.me));
  }

  /** The holder's own promise counts too, should we not know the config it lives under (S6). */
  private static long waitMs(Turn turn, Stored stored) {
    return Math.max(turn.config().waitMs(), stored.lease().failoverTimeoutMs());
  }
}
