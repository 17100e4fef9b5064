package io.harmonyagent.failover.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The simulation bites: every core that is broken on purpose is found by the default seeds. */
class MutantsTest {
  private static final long SEEDS_MAX = 2_000;

  @TestFactory
  Stream<DynamicTest> every_mutant_is_caught() {
    return Mutant.all().stream()
        .map(
            mutant ->
                DynamicTest.dynamicTest(
                    mutant.name(),
                    () -> {
                      MutantHunt.Catch caught = MutantHunt.hunt(mutant, 1, SEEDS_MAX);
                      System.out.println(caught.line());
                      assertThat(caught.violation()).as(mutant.name()).isPresent();
                    }));
  }

  @Test
  void there_are_at_least_twelve_and_no_two_have_the_same_name() {
    assertThat(Mutant.all()).hasSizeGreaterThanOrEqualTo(12);
    assertThat(Mutant.all().stream().map(Mutant::name)).doesNotHaveDuplicates();
  }
}
