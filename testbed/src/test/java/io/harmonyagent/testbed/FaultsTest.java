package io.harmonyagent.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FaultsTest {
  private final Faults faults = new Faults();

  @Test
  void a_cut_drops_one_direction_only() {
    faults.cut("kitchen", "attic");

    assertThat(drops())
        .containsExactly(
            "iifname { \"v-kitchen\", \"w-kitchen\" } oifname { \"v-attic\", \"w-attic\" } drop");
  }

  @Test
  void isolation_drops_all_that_a_member_sends_and_is_sent() {
    faults.isolate("kitchen");

    assertThat(drops())
        .containsExactly(
            "iifname { \"v-kitchen\", \"w-kitchen\" } drop",
            "oifname { \"v-kitchen\", \"w-kitchen\" } drop");
  }

  @Test
  void healing_a_member_leaves_the_faults_of_others() {
    faults.cut("kitchen", "attic");
    faults.cut("attic", "cellar");
    faults.isolate("kitchen");

    faults.heal("kitchen");

    assertThat(drops())
        .containsExactly(
            "iifname { \"v-attic\", \"w-attic\" } oifname { \"v-cellar\", \"w-cellar\" } drop");
  }

  @Test
  void nothing_is_dropped_when_all_is_healed() {
    faults.cut("kitchen", "attic");
    faults.isolate("cellar");

    faults.heal();

    assertThat(drops()).isEmpty();
  }

  private java.util.List<String> drops() {
    return faults.ruleset().lines().map(String::strip).filter(l -> l.endsWith("drop")).toList();
  }
}
