package io.harmonyagent.failover.simulation;

import io.harmonyagent.failover.core.Core;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Takes faults out of a failing plan, in ever smaller pieces, while the same invariant breaks.
 *
 * <p>Fewer faults use up fewer throws of the dice, so everything after them falls differently. That
 * is why a smaller plan is tried with some other seeds, too, before it counts as harmless.
 */
final class Shrinker {
  private static final int RUNS_MAX = 6_000;
  private static final int SEEDS_MAX = 8;
  private static final long BEATS_AFTER = 50;

  private final Supplier<Core> cores;
  private final Optional<String> invariant;
  private int runs;

  private Shrinker(Supplier<Core> cores, Optional<String> invariant) {
    this.cores = cores;
    this.invariant = invariant;
  }

  static Plan shrink(Plan failing, Supplier<Core> cores) {
    Result result = Simulation.run(failing, cores);
    if (result.invariant().isEmpty()) {
      throw new IllegalArgumentException("only a failing plan can be shrunk");
    }
    Shrinker shrinker = new Shrinker(cores, result.invariant());
    return shrinker.shrink(shrinker.endingAt(result.simulatedUs(), failing));
  }

  /** What comes after the violation does not matter; and shorter runs are tried faster. */
  private Plan endingAt(long violationUs, Plan failing) {
    long endUs = violationUs + BEATS_AFTER * failing.config().timing().heartbeatTimeoutMs() * 1_000;
    if (endUs >= failing.healUs()) {
      return failing;
    }
    List<Fault> before =
        failing.faults().stream().filter(fault -> fault.atUs() <= violationUs).toList();
    return fails(failing.endingAt(endUs).withFaults(before)).orElse(failing);
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
      Optional<Plan> smaller = fails(plan.withFaults(fewer));
      if (smaller.isPresent()) {
        plan = smaller.get();
      } else {
        from += piece;
      }
    }
    return plan;
  }

  /** The plan with the first seed with which it still breaks the invariant. */
  private Optional<Plan> fails(Plan plan) {
    for (int i = 0; i < SEEDS_MAX; i++) {
      Plan tried = plan.withSeed(plan.seed() + i);
      runs++;
      if (Simulation.run(tried, cores).invariant().equals(invariant)) {
        return Optional.of(tried);
      }
    }
    return Optional.empty();
  }
}
