package io.harmonyagent.failover.simulation;

import io.harmonyagent.failover.core.Core;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Takes faults out of a failing plan, in ever smaller pieces, while the same invariant breaks. */
final class Shrinker {
  private static final int RUNS_MAX = 2_000;

  private final Supplier<Core> cores;
  private final Optional<String> invariant;
  private int runs;

  private Shrinker(Supplier<Core> cores, Optional<String> invariant) {
    this.cores = cores;
    this.invariant = invariant;
  }

  static Plan shrink(Plan failing, Supplier<Core> cores) {
    Optional<String> invariant = Simulation.run(failing, cores).invariant();
    if (invariant.isEmpty()) {
      throw new IllegalArgumentException("only a failing plan can be shrunk");
    }
    return new Shrinker(cores, invariant).shrink(failing);
  }

  private Plan shrink(Plan failing) {
    Plan plan = failing;
    int piece = Math.max(1, plan.faults().size() / 2);
    while (runs < RUNS_MAX) {
      int before = plan.faults().size();
      plan = withoutPieces(plan, piece);
      if (piece == 1 && plan.faults().size() == before) {
        return plan;
      }
      piece = Math.max(1, piece / 2);
    }
    return plan;
  }

  private Plan withoutPieces(Plan failing, int piece) {
    Plan plan = failing;
    int from = 0;
    while (from < plan.faults().size() && runs < RUNS_MAX) {
      List<Fault> fewer = new ArrayList<>(plan.faults());
      fewer.subList(from, Math.min(from + piece, fewer.size())).clear();
      Plan smaller = plan.withFaults(fewer);
      runs++;
      if (Simulation.run(smaller, cores).invariant().equals(invariant)) {
        plan = smaller;
      } else {
        from += piece;
      }
    }
    return plan;
  }
}
