package io.harmonyagent.failover.simulation;

import io.harmonyagent.failover.core.ClusterConfig;
import io.harmonyagent.failover.core.FailbackMode;
import io.harmonyagent.failover.core.ReplicationMode;
import io.harmonyagent.failover.core.SiteId;
import io.harmonyagent.failover.core.Timing;

/** Random configs. Most have no slack at all: the inequality must hold with equality too. */
final class Configs {
  static final SiteId SITE_A = new SiteId("site-a");
  static final SiteId SITE_B = new SiteId("site-b");
  private static final long MAX_LAG_BYTES = 1_000_000;

  private Configs() {}

  static ClusterConfig first(Dice dice) {
    long heartbeatMs = dice.pick(250, 500, 1_000, 1_000, 2_000, 2_000, 2_000, 5_000, 5_000, 10_000);
    return around(dice, heartbeatMs);
  }

  /** Another valid config whose heartbeat is of the same order of magnitude. */
  static ClusterConfig changed(Dice dice, ClusterConfig old) {
    long heartbeatMs = old.timing().heartbeatTimeoutMs();
    ClusterConfig next =
        around(dice, dice.pick(heartbeatMs, heartbeatMs, heartbeatMs / 2, heartbeatMs * 2));
    return dice.oneIn(4) ? preferringTheOther(next) : next;
  }

  private static ClusterConfig preferringTheOther(ClusterConfig config) {
    return new ClusterConfig(
        /* primarySiteId= */ config.replicaSiteId(),
        /* replicaSiteId= */ config.primarySiteId(),
        config.timing(),
        config.replication(),
        config.maxLagBytes(),
        config.failback(),
        config.paused());
  }

  static ClusterConfig unsafe(Dice dice, ClusterConfig old) {
    Timing timing = old.timing();
    long tooShort = timing.requiredFailoverTimeoutMs() - dice.between(1, 500);
    return with(
        old,
        new Timing(
            timing.heartbeatTimeoutMs(),
            timing.failureThreshold(),
            timing.successThreshold(),
            tooShort,
            timing.safetyMarginMs(),
            timing.fenceTimeoutMs()));
  }

  static ClusterConfig paused(ClusterConfig old, boolean paused) {
    return new ClusterConfig(
        old.primarySiteId(),
        old.replicaSiteId(),
        old.timing(),
        old.replication(),
        old.maxLagBytes(),
        old.failback(),
        paused);
  }

  private static ClusterConfig with(ClusterConfig old, Timing timing) {
    return new ClusterConfig(
        old.primarySiteId(),
        old.replicaSiteId(),
        timing,
        old.replication(),
        old.maxLagBytes(),
        old.failback(),
        old.paused());
  }

  private static ClusterConfig around(Dice dice, long heartbeatMs) {
    long boundedMs = Math.clamp(heartbeatMs, 100, 20_000);
    int failures = (int) dice.pick(1, 2, 2, 3, 5, 10);
    int successes = (int) dice.pick(1, 1, 2, 3, 5);
    long fenceMs = dice.pick(boundedMs / 2, boundedMs, boundedMs * 3 / 2, boundedMs * 3);
    long holdAndFenceMs = (failures + 1L) * boundedMs + fenceMs;
    // The least that ConfigCheck accepts: 0.2003 % and a millisecond.
    long marginMs = Math.ceilDiv(holdAndFenceMs * 2_000, 999_000) + 1 + dice.pick(0, 0, 50);
    long failoverMs = holdAndFenceMs + marginMs + dice.pick(0, 0, boundedMs);
    return new ClusterConfig(
        SITE_A,
        SITE_B,
        new Timing(boundedMs, failures, successes, failoverMs, marginMs, fenceMs),
        replication(dice),
        MAX_LAG_BYTES,
        dice.oneIn(3) ? FailbackMode.MANUAL : FailbackMode.AUTO,
        false);
  }

  private static ReplicationMode replication(Dice dice) {
    return switch ((int) dice.below(3)) {
      case 0 -> ReplicationMode.ASYNC;
      case 1 -> ReplicationMode.SYNC;
      default -> ReplicationMode.SYNC_STRICT;
    };
  }
}
