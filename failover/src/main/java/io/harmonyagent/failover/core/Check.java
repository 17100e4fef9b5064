package io.harmonyagent.failover.core;

/**
 * Invariants that hold or the agent stops. Stopping is the safe answer: the deadman then fences.
 */
final class Check {
  private Check() {}

  static void that(boolean holds, String invariant) {
    if (!holds) {
      throw new IllegalStateException("broken invariant: " + invariant);
    }
  }
}
