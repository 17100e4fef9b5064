package io.harmonyagent.failover.core;

import java.util.Optional;
import java.util.Set;

/**
 * The record {@code <c>.state}, written by compare-and-set only. Its renewal is the heartbeat.
 *
 * @param siteId who wrote it: the holder of the epoch, also when it has released the lease
 * @param counter the writer's heartbeat number, for people
 * @param lsn the writer's position in the log; of a released lease, the final one
 * @param syncSites the sites that have every commit that was acknowledged to a client
 * @param configRevision the config under whose timing the writer holds the lease
 * @param configSeen the newest config that the writer has seen
 * @param failoverTimeoutMs of the config under which the writer holds: nobody may claim earlier
 */
public record LeaseRecord(
    long epoch,
    Optional<SiteId> currentPrimary,
    SiteId siteId,
    LeaseStatus status,
    long counter,
    long lsn,
    long timeline,
    ReplicationMode replication,
    Set<SiteId> syncSites,
    long configRevision,
    long configSeen,
    long failoverTimeoutMs,
    Claim claim,
    Purpose cause) {

  public boolean names(SiteId site) {
    return currentPrimary.isPresent() && currentPrimary.get().equals(site);
  }

  public boolean isReleased() {
    return currentPrimary.isEmpty();
  }
}
