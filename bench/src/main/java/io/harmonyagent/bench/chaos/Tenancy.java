package io.harmonyagent.bench.chaos;

/**
 * A site's time as the one that accepts commits. Each begins with a promotion, and that with a
 * timeline of its own; the site that goes on after a restart goes on in the same one.
 */
record Tenancy(String site, long timeline) {
  @Override
  public String toString() {
    return site + " on timeline " + timeline;
  }
}
