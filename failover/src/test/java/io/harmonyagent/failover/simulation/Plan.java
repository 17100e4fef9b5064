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
    return new Plan(
        seed,
        config,
        healUs,
        endUs,
        serverClockLies,
        driftPpmA,
        driftPpmB,
        baseLatencyUs,
        walBytesPerMs,
        List.copyOf(fewer));
  }

  double hours() {
    return endUs / 3.6e9;
  }
}
