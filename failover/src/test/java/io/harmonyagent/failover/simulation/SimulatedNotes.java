package io.harmonyagent.failover.simulation;

import io.harmonyagent.failover.core.Action;
import io.harmonyagent.failover.core.FailoverCore;
import java.util.function.Consumer;

/** Every decision of a simulated run, for tests of those who write decisions down. */
public final class SimulatedNotes {
  private SimulatedNotes() {}

  public static void of(long seed, Consumer<Action.Note> notes) {
    Simulation.run(
        PlanMaker.from(seed),
        () ->
            (state, event) -> {
              var step = new FailoverCore().step(state, event);
              for (Action action : step.actions()) {
                if (action instanceof Action.Note note) {
                  notes.accept(note);
                }
              }
              return step;
            });
  }
}
