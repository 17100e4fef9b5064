package io.harmonyagent.failover.simulation;

import io.harmonyagent.failover.core.ClusterConfig;
import io.harmonyagent.failover.core.ConfigInForce;
import io.harmonyagent.failover.core.Lease;
import io.harmonyagent.failover.core.LeaseRecord;
import io.harmonyagent.failover.core.Purpose;
import io.harmonyagent.failover.core.SiteId;
import io.harmonyagent.failover.core.Stored;
import org.jspecify.annotations.Nullable;

/** Every record that the store accepts, against what is true at that moment. */
final class LeaseChecks {
  /** How a site came to its claim. */
  record ClaimFacts(boolean forced, boolean overSyncRecord) {}

  private static final ClaimFacts NOTHING_CLAIMED = new ClaimFacts(false, true);

  private final World world;
  private final Oracle oracle;
  private final long[] runsUntilUs = new long[2];
  private final boolean[] forced = new boolean[2];
  private final ClaimFacts[] claims = {NOTHING_CLAIMED, NOTHING_CLAIMED};

  LeaseChecks(World world, Oracle oracle) {
    this.world = world;
    this.oracle = oracle;
  }

  /** The site believes in this lease, so it may accept writes until the ladder's last moment. */
  void held(int site, Lease lease) {
    Clock clock = world.machines.get(site).clock;
    long beginsUs = clock.trueUsAt(lease.deadlineMs(), world.nowUs);
    runsUntilUs[site] = beginsUs + clock.trueSpanUs(lease.fenceMs());
  }

  void closed(int site) {
    runsUntilUs[site] = 0;
  }

  void claimSent(int site, boolean byForce) {
    forced[site] = byForce;
  }

  /** The claim has had its effect. A later loss at this site has no excuse. */
  void opened(int site) {
    claims[site] = NOTHING_CLAIMED;
  }

  ClaimFacts claimOf(int site) {
    return claims[site];
  }

  void storing(@Nullable Stored standing, long standingTrueUs, LeaseRecord next) {
    if (standing != null) {
      boolean sameHolder = standing.lease().siteId().equals(next.siteId());
      boolean sameReign =
          next.cause() == Purpose.RENEW
              || next.cause() == Purpose.RECLAIM
              || next.cause() == Purpose.RELEASE;
      long epoch = standing.lease().epoch();
      if (next.epoch() < epoch || (next.epoch() == epoch && !(sameHolder && sameReign))) {
        oracle.violated("epoch: " + epoch + " is followed by " + next.epoch());
      }
    }
    if (next.cause().acquires()) {
      acquiring(standing, standingTrueUs, next);
    }
  }

  private void acquiring(@Nullable Stored standing, long standingTrueUs, LeaseRecord next) {
    int site = siteOf(next.siteId());
    Machine other = world.machines.get(1 - site);
    boolean released = standing != null && standing.lease().isReleased();
    if (released ? other.postgres.isWritable() : runsUntilUs[1 - site] > world.nowUs) {
      oracle.violated(
          "lease: %s %s while the other site's lease may run for %s"
              .formatted(
                  next.siteId(), next.cause(), Timeline.span(runsUntilUs[1 - site] - world.nowUs)));
    }
    boolean wasForced = forced[site];
    boolean overSync = standing != null && standing.lease().replication().isSynchronous();
    if (next.cause() != Purpose.RECLAIM) {
      // A lease that was given away comes with the whole log, in every mode.
      claims[site] = new ClaimFacts(wasForced, overSync || next.cause() == Purpose.TAKE);
    }
    if (next.cause() == Purpose.PROMOTE && standing != null) {
      promoting(site, standing.lease(), standingTrueUs, wasForced);
      world.coverage.count(wasForced ? Covered.PROMOTED_BY_FORCE : Covered.PROMOTED);
    }
    if (next.cause() == Purpose.TAKE && standing != null) {
      boolean back = standing.lease().siteId().equals(next.siteId());
      world.coverage.count(back ? Covered.TAKEN_BACK : Covered.TAKEN_BY_PEER);
    } else if (next.cause() == Purpose.RECLAIM) {
      world.coverage.count(Covered.RECLAIMED);
    } else if (next.cause() == Purpose.CREATE) {
      world.coverage.count(Covered.CREATED);
    }
  }

  private void promoting(int site, LeaseRecord over, long overTrueUs, boolean wasForced) {
    long agedUs = world.nowUs - overTrueUs;
    if (agedUs < over.failoverTimeoutMs() * 998) {
      oracle.violated("promotion: over a record that is only " + Timeline.span(agedUs) + " old");
    }
    if (wasForced) {
      return;
    }
    Postgres postgres = world.machines.get(site).postgres;
    if (over.replication().isSynchronous() && !over.syncSites().contains(nameOf(site))) {
      oracle.violated("promotion: of a site that is not in sync_sites");
    }
    if (postgres.timeline() != over.timeline()) {
      oracle.violated("promotion: of a site on another timeline");
    }
    Postgres holders = world.machines.get(1 - site).postgres;
    if (!world.timelines.canStream(
        postgres.timeline(), postgres.lsn(), holders.timeline(), holders.lsn())) {
      oracle.violated("promotion: of a log that is no part of the holder's");
    }
    long maxLagBytes =
        world
            .agents
            .get(site)
            .state()
            .durable()
            .config()
            .map(ConfigInForce::latest)
            .map(ClusterConfig::maxLagBytes)
            .orElse(0L);
    if (over.lsn() - postgres.lsn() > maxLagBytes) {
      oracle.violated("promotion: of a site that lags " + (over.lsn() - postgres.lsn()));
    }
  }

  private static int siteOf(SiteId name) {
    return name.equals(Configs.SITE_A) ? 0 : 1;
  }

  private static SiteId nameOf(int site) {
    return site == 0 ? Configs.SITE_A : Configs.SITE_B;
  }
}
