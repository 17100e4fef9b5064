package io.harmonyagent.failover.simulation;

/**
 * One entry of a schedule.
 *
 * @param site 0 or 1; meaningless for the store's faults
 * @param amount how bad, in the kind's own unit
 */
record Fault(long atUs, FaultKind kind, int site, long durationUs, long amount) {
  String text() {
    return "%s %-28s %s for %s amount %d"
        .formatted(
            Timeline.time(atUs),
            kind,
            site == 0 ? "site-a" : "site-b",
            Timeline.span(durationUs),
            amount);
  }
}
