package io.harmonyagent.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PlanTest {
  private static final List<Plan> HUNDRED =
      LongStream.rangeClosed(1, 100).mapToObj(Plan::of).toList();

  @Test
  void a_seed_is_one_plan_for_ever() {
    assertThat(Plan.of(17)).isEqualTo(Plan.of(17));
    assertThat(Plan.of(17)).isNotEqualTo(Plan.of(18));
  }

  @Test
  void the_first_hundred_seeds_have_every_fault_and_every_mode() {
    Set<FaultKind> kinds = EnumSet.noneOf(FaultKind.class);
    Set<Mode> modes = EnumSet.noneOf(Mode.class);
    for (Plan plan : HUNDRED) {
      modes.add(plan.mode());
      plan.strikes().forEach(strike -> kinds.add(strike.kind()));
    }

    assertThat(kinds).containsExactlyInAnyOrder(FaultKind.values());
    assertThat(modes).containsExactlyInAnyOrder(Mode.values());
  }

  @Test
  void many_plans_have_faults_that_meet() {
    assertThat(HUNDRED.stream().filter(plan -> plan.strikes().size() > 1).count())
        .isBetween(30L, 70L);
  }

  @Test
  void a_restored_mesh_is_not_broken_otherwise_as_well() {
    for (Plan plan : HUNDRED) {
      long atTheMesh = plan.strikes().stream().filter(s -> s.kind().isAtTheMesh()).count();
      boolean restored =
          plan.strikes().stream()
              .anyMatch(s -> s.kind() == FaultKind.NATS_RESTORED_FROM_AN_OLDER_COPY);
      assertThat(restored && atTheMesh > 1).isFalse();
    }
  }
}
