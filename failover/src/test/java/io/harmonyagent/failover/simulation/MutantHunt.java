package io.harmonyagent.failover.simulation;

import java.util.List;
import java.util.Optional;

/** How many seeds the default run needs to find each broken core. */
final class MutantHunt {
  /** What came of one mutant; no violation means that it survived. */
  record Catch(Mutant mutant, long seeds, Optional<String> violation) {
    String line() {
      return "%-45s %-4s %5d  %s"
          .formatted(mutant.name(), mutant.broken(), seeds, violation.orElse("SURVIVED"));
    }
  }

  private MutantHunt() {}

  static List<Catch> huntAll(long firstSeed, long seedsMax) {
    return Mutant.all().stream().map(mutant -> hunt(mutant, firstSeed, seedsMax)).toList();
  }

  static Catch hunt(Mutant mutant, long firstSeed, long seedsMax) {
    for (long tried = 1; tried <= seedsMax; tried++) {
      Plan plan = PlanMaker.from(firstSeed + tried - 1);
      Optional<String> violation = Simulation.run(plan, mutant.cores()).violation();
      if (violation.isPresent()) {
        return new Catch(mutant, tried, violation);
      }
    }
    return new Catch(mutant, seedsMax, Optional.empty());
  }
}
