package io.harmonyagent.failover.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.failover.core.FailoverCore;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The invariants of docs/failover-safety.md, over a fixed set of seeds and over fresh ones. */
class SimulationTest {
  private static final long FIXED_SEEDS = 600;
  private static final long FRESH_MILLIS = 25_000;

  private static void findsNothing(Campaign campaign) {
    System.out.println(campaign.summary());
    System.out.println(campaign.coverage().losses());
    campaign
        .failingSeed()
        .ifPresent(
            seed -> {
              System.out.println("FAILING SEED " + seed);
              Story.ofShrunk(PlanMaker.from(seed), FailoverCore::new, 60)
                  .forEach(System.out::println);
            });
    assertThat(campaign.failingSeed()).isEmpty();
  }

  @Test
  void the_fixed_seeds_find_no_violation_and_leave_nothing_unexercised() throws Exception {
    Campaign campaign =
        Campaign.run(
            1,
            new Campaign.Budget(FIXED_SEEDS, Double.MAX_VALUE, Long.MAX_VALUE),
            Runtime.getRuntime().availableProcessors());
    findsNothing(campaign);
    assertThat(campaign.coverage().missing()).isEmpty();
  }

  @Test
  void fresh_seeds_find_no_violation() throws Exception {
    long from = System.nanoTime();
    System.out.println("fresh seeds from " + from);
    findsNothing(
        Campaign.run(
            from,
            new Campaign.Budget(Long.MAX_VALUE, Double.MAX_VALUE, FRESH_MILLIS),
            Runtime.getRuntime().availableProcessors()));
  }

  @Test
  void the_same_seed_is_the_same_run() {
    Plan plan = PlanMaker.from(7);
    Timeline first = new Timeline();
    Timeline second = new Timeline();
    Result one = Simulation.run(plan, FailoverCore::new, first);
    Result two = Simulation.run(PlanMaker.from(7), FailoverCore::new, second);
    assertThat(two.events()).isEqualTo(one.events());
    assertThat(two.simulatedUs()).isEqualTo(one.simulatedUs());
    assertThat(second.last(4_000)).isEqualTo(first.last(4_000));
    assertThat(Simulation.run(PlanMaker.from(8), FailoverCore::new).events())
        .isNotEqualTo(one.events());
  }

  @Test
  void a_failing_schedule_is_shrunk_to_what_it_needs() {
    Mutant noVeto =
        Mutant.all().stream()
            .filter(mutant -> mutant.name().startsWith("no veto"))
            .findFirst()
            .orElseThrow();
    MutantHunt.Catch caught = MutantHunt.hunt(noVeto, 1, 100);
    Plan failing = PlanMaker.from(caught.seeds());
    Plan shrunk = Shrinker.shrink(failing, noVeto.cores());
    List<FaultKind> kinds = shrunk.faults().stream().map(Fault::kind).toList();
    System.out.println("from " + failing.faults().size() + " faults to " + kinds);
    assertThat(Simulation.run(shrunk, noVeto.cores()).violation()).isPresent();
    assertThat(kinds).hasSizeLessThan(8);
    assertThat(Simulation.run(shrunk, FailoverCore::new).violation()).isEmpty();
  }

  @Test
  void a_failing_run_is_told_with_config_faults_and_what_happened() {
    List<String> story = Story.of(PlanMaker.from(3), FailoverCore::new, 50);
    assertThat(story.getFirst()).startsWith("config: ");
    assertThat(story).anyMatch(line -> line.contains("FAULT"));
    assertThat(story).anyMatch(line -> line.contains("becomes"));
    assertThat(story.getLast()).isEqualTo("result: no violation");
  }
}
