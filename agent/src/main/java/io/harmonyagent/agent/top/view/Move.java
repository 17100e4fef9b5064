package io.harmonyagent.agent.top.view;

import java.time.Instant;

/**
 * A step in the life of a failover cluster.
 *
 * @param site who took it, or decided on it
 * @param granted false for what a site wanted and must not do
 * @param note why; may be empty
 */
public record Move(
    Instant at, String site, long epoch, String what, boolean granted, String note) {}
