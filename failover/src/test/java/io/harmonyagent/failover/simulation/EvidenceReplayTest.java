package io.harmonyagent.failover.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.failover.core.Action;
import io.harmonyagent.failover.core.Core;
import io.harmonyagent.failover.core.Decision;
import io.harmonyagent.failover.core.Event;
import io.harmonyagent.failover.core.Evidence;
import io.harmonyagent.failover.core.FailoverCore;
import io.harmonyagent.failover.core.NoConfigEvidence;
import io.harmonyagent.failover.core.State;
import io.harmonyagent.failover.core.Step;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whoever asks the history again gets the same answer, over simulated histories. */
class EvidenceReplayTest {
  private static final int SEEDS = 25;

  /** Asks everything twice. */
  private static final class Twice implements Core {
    private final Core core = new FailoverCore();
    private final Set<Class<?>> kinds;
    private long decisions;

    Twice(Set<Class<?>> kinds) {
      this.kinds = kinds;
    }

    @Override
    public Step step(State state, Event event) {
      Step step = core.step(state, event);
      assertThat(new FailoverCore().step(state, event)).isEqualTo(step);
      for (Action action : step.actions()) {
        if (action instanceof Action.Note note) {
          decisions++;
          kinds.add(note.evidence().getClass());
          Decision again = note.evidence().decide();
          assertThat(again).isEqualTo(note.decision());
          assertThat(again.explain()).isEqualTo(note.decision().explain()).isNotBlank();
        }
      }
      return step;
    }
  }

  @Test
  void the_same_evidence_gives_the_same_decision_and_the_same_step_the_same_answer() {
    Set<Class<?>> kinds = new HashSet<>();
    long[] decisions = new long[1];
    for (long seed = 1; seed <= SEEDS; seed++) {
      Twice[] last = new Twice[1];
      Simulation.run(PlanMaker.from(seed), () -> last[0] = new Twice(kinds));
      decisions[0] += last[0].decisions;
    }
    System.out.println(decisions[0] + " decisions asked again, of " + kinds.size() + " kinds");
    assertThat(decisions[0]).isGreaterThan(1_000);
    Set<Class<?>> all = new HashSet<>(Set.of(Evidence.class.getPermittedSubclasses()));
    all.remove(NoConfigEvidence.class);
    assertThat(kinds).as("everything but what is asked before the first config").isEqualTo(all);
  }
}
