package io.harmonyagent.failover.simulation;

import io.harmonyagent.failover.core.Core;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * A core that is broken on purpose, in one way. The simulation must find it, or it does not bite.
 *
 * @param broken which sentence of docs/failover-safety.md it breaks
 */
record Mutant(String name, String broken, Supplier<Core> cores) {

  static List<Mutant> all() {
    List<Mutant> all = new ArrayList<>();
    all.addAll(ClockMutants.all());
    all.addAll(ConfigMutants.all());
    all.addAll(WriteMutants.all());
    all.addAll(LifeMutants.all());
    return List.copyOf(all);
  }
}
