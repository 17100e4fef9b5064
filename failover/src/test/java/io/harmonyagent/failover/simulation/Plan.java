package io.harmonyagent.failover.simulation;

import io.harmonyagent.failover.core.ClusterConfig;
import java.util.List;

/**
 * Everything about a run that is decided before it begins. The same plan always gives the same run;
 * a plan with fewer faults is what shrinking tries.
 *
 * @param seed of every delay in the run
 * @param healUs when the last fault has ended and operators put everything back
 * @param endUs when the run is over
 * @param serverClockLies at a change of leader the server's clock jumps; otherwise the sites'
 *     clocks do: one clock may lie, not both
 */
record Plan(
    long seed,
    ClusterConfig config,
    long healUs,
    long endUs,
    boolean serverClockLies,
    long driftPpmA,
    long driftPpmB,
    long baseLatencyUs,
    long walBytesPerMs,
    List<Fault> faults) {

  Plan withFaults(List<Fault> fewer) {
    return with(seed, healUs, endUs, List.copyOf(fewer));
  }

  Plan withSeed(long other) {
    return with(other, healUs, endUs, faults);
  }

  /** Nothing is put back at the end: for a run that is over by then. */
  Plan endingAt(long us) {
    return with(seed, us, us, faults);
  }

  private Plan with(long newSeed, long newHealUs, long newEndUs, List<Fault> newFaults) {
    return new Plan(
        newSeed,
        config,
        newHealUs,
        newEndUs,
        serverClockLies,
        driftPpmA,
        driftPpmB,
        baseLatencyUs,
        walBytesPerMs,
        newFaults);
  }

  double hours() {
    return endUs / 3.6e9;
  }
}
