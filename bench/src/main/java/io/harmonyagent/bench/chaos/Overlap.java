package io.harmonyagent.bench.chaos;

/**
 * Two sites accepted commits in overlapping time, or the older one after the newer had begun.
 *
 * @param byNs for how long at least; 0 where both even wrote the same timeline
 */
record Overlap(Tenancy older, Tenancy newer, long byNs) {
  @Override
  public String toString() {
    return "%s still accepted commits at least %d ms after %s had begun to"
        .formatted(older, byNs / 1_000_000, newer);
  }
}
