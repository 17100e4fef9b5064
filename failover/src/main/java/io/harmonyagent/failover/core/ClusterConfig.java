package io.harmonyagent.failover.core;

/** The operator's record {@code <c>.config}. Its values are only trusted after ConfigCheck. */
public record ClusterConfig(
    SiteId primarySiteId,
    SiteId replicaSiteId,
    Timing timing,
    ReplicationMode replication,
    long maxLagBytes,
    FailbackMode failback,
    boolean paused) {

  public boolean names(SiteId site) {
    return site.equals(primarySiteId) || site.equals(replicaSiteId);
  }

  public SiteId peerOf(SiteId site) {
    return site.equals(primarySiteId) ? replicaSiteId : primarySiteId;
  }

  public ClusterConfig withPaused(boolean now) {
    return new ClusterConfig(
        primarySiteId, replicaSiteId, timing, replication, maxLagBytes, failback, now);
  }
}
