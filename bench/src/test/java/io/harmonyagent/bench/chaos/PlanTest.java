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
  void no_fault_is_rare() {
    for (FaultKind kind : FaultKind.values()) {
      assertThat(strikesOf(kind)).as(kind.name()).hasSizeGreaterThanOrEqualTo(4);
    }
  }

  @Test
  void an_agent_is_frozen_for_up_to_a_minute_and_more_often_shortly() {
    List<Long> seconds =
        strikesOf(FaultKind.AGENT_FROZEN).stream().map(each -> each.lasts().toSeconds()).toList();
    assertThat(seconds).anyMatch(each -> each > 30).anyMatch(each -> each < 10);
    assertThat(seconds).allMatch(each -> each <= 60);
  }

  /** ChaosIT has these; whoever changes what a seed is looks for others that have it. */
  @Test
  void the_seeds_of_every_day_have_the_faults_that_matter_most_at_the_leader() {
    assertThat(Plan.of(874).mode()).isEqualTo(Mode.SYNC);
    assertThat(leaders(874)).containsExactly(FaultKind.POWER_CUT);
    assertThat(Plan.of(1692).mode()).isEqualTo(Mode.ASYNC);
    assertThat(leaders(1692)).containsExactly(FaultKind.POSTGRES_KILLED);
    assertThat(Plan.of(2954).mode()).isEqualTo(Mode.SYNC_STRICT);
    assertThat(leaders(2954)).containsExactly(FaultKind.AGENT_FROZEN);
  }

  private static List<FaultKind> leaders(long seed) {
    return Plan.of(seed).strikes().stream()
        .filter(strike -> strike.target() == Strike.Target.LEADER)
        .map(Strike::kind)
        .toList();
  }

  private static List<Strike> strikesOf(FaultKind kind) {
    return HUNDRED.stream()
        .flatMap(plan -> plan.strikes().stream())
        .filter(strike -> strike.kind() == kind)
        .toList();
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
