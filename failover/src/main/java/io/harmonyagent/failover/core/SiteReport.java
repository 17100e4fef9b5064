package io.harmonyagent.failover.core;

/**
 * The record {@code <c>.site.<site>} of a site that does not lead. Its delivery to its own writer
 * is the echo at which that writer judges.
 *
 * @param beat the writer's heartbeat number since {@code bootId}
 * @param seenRevision the highest revision of the lease record that the writer has ever seen
 */
public record SiteReport(
    SiteId site,
    String bootId,
    long beat,
    Role role,
    long receivedLsn,
    long replayedLsn,
    long timeline,
    boolean streaming,
    long streamedEpoch,
    long configSeen,
    long configHolding,
    long seenRevision,
    long seenEpoch) {}
