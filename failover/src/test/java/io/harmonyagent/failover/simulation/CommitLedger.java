package io.harmonyagent.failover.simulation;

import io.harmonyagent.failover.core.LeaseRecord;
import io.harmonyagent.failover.core.Stored;
import org.jspecify.annotations.Nullable;

/**
 * What clients were told is committed, as a position in the log and its branch. When a site opens
 * with less, the difference is lost: a violation in the synchronous modes, counted in async.
 */
final class CommitLedger {
  private final World world;
  private final Oracle oracle;
  private long acked;
  private long timeline = Timelines.ROOT;
  private boolean storeForgot;
  private final boolean[] claimedSince = new boolean[2];

  CommitLedger(World world, Oracle oracle) {
    this.world = world;
    this.oracle = oracle;
  }

  void settle() {
    for (Machine machine : world.machines) {
      Postgres postgres = machine.postgres;
      if (!postgres.isWritable()) {
        continue;
      }
      Postgres peer = world.machines.get(1 - machine.site).postgres;
      if (!postgres.waitsForPeer()) {
        acked = Math.max(acked, postgres.lsn());
      } else if (peer.isStreaming()) {
        acked = Math.max(acked, peer.lsn());
      } else {
        world.coverage.count(Covered.SYNC_COMMITS_BLOCKED);
      }
    }
  }

  /**
   * The store forgot who leads or who has every commit: what follows from that is the store's
   * doing, up to the next opening by a claim that the store still has. Only a store that syncs its
   * writes can keep the sync promise.
   */
  void storeLost(@Nullable Stored standing, @Nullable Stored kept) {
    if (standing != null && (kept == null || !sameTruth(standing.lease(), kept.lease()))) {
      storeForgot = true;
      claimedSince[0] = false;
      claimedSince[1] = false;
    }
  }

  private static boolean sameTruth(LeaseRecord a, LeaseRecord b) {
    return a.epoch() == b.epoch()
        && a.currentPrimary().equals(b.currentPrimary())
        && a.syncSites().equals(b.syncSites())
        && a.replication() == b.replication();
  }

  void opening(int site, LeaseChecks.ClaimFacts claim) {
    Postgres postgres = world.machines.get(site).postgres;
    long has = world.timelines.common(postgres.timeline(), postgres.lsn(), timeline, acked);
    if (has < acked) {
      lost(site, claim, acked - has);
      acked = has;
    }
  }

  private void lost(int site, LeaseChecks.ClaimFacts claim, long bytes) {
    world.log(site, "opens without the last " + bytes + " acknowledged bytes");
    boolean excused = storeForgot || claim.forced() || !claim.overSyncRecord();
    world.coverage.lost(storeForgot, bytes);
    if (!excused) {
      oracle.violated("lost: " + bytes + " acknowledged bytes in a synchronous mode");
    } else if (!storeForgot) {
      world.coverage.count(Covered.LOSS_IN_ASYNC);
    }
  }

  void opened(int site) {
    timeline = world.machines.get(site).postgres.timeline();
    if (claimedSince[site]) {
      storeForgot = false;
    }
  }

  void claimed(int site) {
    claimedSince[site] = true;
  }
}
