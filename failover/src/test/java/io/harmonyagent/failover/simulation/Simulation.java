package io.harmonyagent.failover.simulation;

import io.harmonyagent.failover.core.Core;
import io.harmonyagent.failover.core.FailoverCore;
import java.util.function.Supplier;

/** Runs plans. */
final class Simulation {
  private Simulation() {}

  static Result run(long seed) {
    return run(PlanMaker.from(seed), FailoverCore::new);
  }

  static Result run(Plan plan, Supplier<Core> cores) {
    return new World(plan, cores, null).run();
  }

  static Result run(Plan plan, Supplier<Core> cores, Timeline timeline) {
    return new World(plan, cores, timeline).run();
  }
}
