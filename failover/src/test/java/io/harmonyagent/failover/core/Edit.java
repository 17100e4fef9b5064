package io.harmonyagent.failover.core;

import java.util.Optional;

/** Makes states that the real core would not make, for cores that are broken on purpose. */
public final class Edit {
  private final Turn turn;

  public Edit(State state) {
    turn = new Turn(state, state.roleSinceMs());
  }

  public Edit role(Role role) {
    turn.role = role;
    return this;
  }

  public Edit watch(Watch watch) {
    turn.watch = watch;
    return this;
  }

  public Edit lease(Lease lease) {
    turn.lease = Optional.of(lease);
    return this;
  }

  public Edit pending(Optional<Pending> pending) {
    turn.pending = pending;
    return this;
  }

  public Edit config(ConfigInForce config) {
    turn.config = Optional.of(config);
    return this;
  }

  public Edit seen(Seen seen) {
    turn.seen = seen;
    return this;
  }

  public Edit forgivenRevision(long revision) {
    turn.forgivenRevision = revision;
    return this;
  }

  public Edit streamedEpoch(long epoch) {
    turn.streamedEpoch = epoch;
    return this;
  }

  public State done() {
    return turn.freeze();
  }

  public static Watch leaseSeenAt(Watch watch, long seenMs) {
    return new Watch(
        watch.live(),
        watch.startedMs(),
        watch.sequence(),
        watch.judgeFromBeat(),
        watch.lease(),
        seenMs,
        watch.peer(),
        watch.peerSeenMs(),
        watch.heardMs(),
        watch.configRevision());
  }

  public static Watch judgingFrom(Watch watch, long beat) {
    return watch.listed(beat);
  }

  public static Watch withConfig(Watch watch, long revision) {
    return watch.withConfig(revision);
  }

  public static Watch startedAt(Watch watch, long startedMs) {
    return new Watch(
        watch.live(),
        startedMs,
        watch.sequence(),
        watch.judgeFromBeat(),
        watch.lease(),
        watch.leaseSeenMs(),
        watch.peer(),
        watch.peerSeenMs(),
        watch.heardMs(),
        watch.configRevision());
  }

  public static Watch withLease(Watch watch, Stored stored) {
    return new Watch(
        watch.live(),
        watch.startedMs(),
        watch.sequence(),
        watch.judgeFromBeat(),
        Optional.of(stored),
        watch.leaseSeenMs(),
        watch.peer(),
        watch.peerSeenMs(),
        watch.heardMs(),
        watch.configRevision());
  }

  public static ConfigInForce trustingFrom(ConfigInForce config, long sequence) {
    return new ConfigInForce(
        config.latest(),
        config.latestRevision(),
        config.holding(),
        config.holdingRevision(),
        config.waitMs(),
        sequence);
  }

  public static ConfigInForce waiting(ConfigInForce config, long waitMs) {
    return new ConfigInForce(
        config.latest(),
        config.latestRevision(),
        config.holding(),
        config.holdingRevision(),
        waitMs,
        config.trustFromSequence());
  }

  public static Pending sentAt(Pending pending, long nowMs) {
    return new Pending(
        pending.purpose(),
        pending.expectedRevision(),
        pending.lease(),
        pending.timing(),
        nowMs,
        pending.withinMs(),
        pending.retries(),
        false);
  }

  static SiteReport knowing(SiteReport report, long configRevision) {
    return new SiteReport(
        report.site(),
        report.bootId(),
        report.beat(),
        report.role(),
        report.receivedLsn(),
        report.replayedLsn(),
        report.timeline(),
        report.streaming(),
        report.streamedEpoch(),
        configRevision,
        report.configHolding(),
        report.seenRevision(),
        report.seenEpoch());
  }

  public static LeaseRecord with(
      LeaseRecord lease, long epoch, ReplicationMode replication, Optional<SiteId> holder) {
    return new LeaseRecord(
        epoch,
        holder,
        lease.siteId(),
        lease.status(),
        lease.counter(),
        lease.lsn(),
        lease.timeline(),
        replication,
        lease.syncSites(),
        lease.configRevision(),
        lease.configSeen(),
        lease.failoverTimeoutMs(),
        lease.claim(),
        lease.cause());
  }

  public static LeaseRecord promising(LeaseRecord lease, long failoverTimeoutMs) {
    return new LeaseRecord(
        lease.epoch(),
        lease.currentPrimary(),
        lease.siteId(),
        lease.status(),
        lease.counter(),
        lease.lsn(),
        lease.timeline(),
        lease.replication(),
        lease.syncSites(),
        lease.configRevision(),
        lease.configSeen(),
        failoverTimeoutMs,
        lease.claim(),
        lease.cause());
  }
}
