package io.harmonyagent.core.update;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.status.FailedBuild;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LaunchingTest {
  private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");
  private static final Build OLD = new Build("old", "1.1");
  private static final Build NEW = new Build("new", "1.2");
  private static final UpdateState OLD_RUNS =
      new UpdateState("1.0", Optional.of(OLD), Optional.empty(), List.of());

  @Test
  void without_any_update_the_package_runs() {
    Launching.Decision decision = launch(UpdateState.NEW, "boot", 0);

    assertThat(decision.build()).isEmpty();
    assertThat(decision.state().packaged()).isEqualTo("1.0");
  }

  @Test
  void what_is_in_force_runs_and_nothing_is_written() {
    assertThat(launch(OLD_RUNS, "boot", 0))
        .isEqualTo(new Launching.Decision(OLD_RUNS, Optional.of(OLD), false));
  }

  @Test
  void a_trial_is_counted_before_it_starts() {
    Launching.Decision decision = launch(OLD_RUNS.withTrial(NEW, 90), "boot", 0);

    assertThat(decision.build()).contains(NEW);
    assertThat(decision.isTried()).isTrue();
    assertThat(decision.state().trial()).contains(new Trial(NEW, 90, "boot", 1, 1));
  }

  @Test
  void one_that_dies_twice_in_a_boot_is_given_up_and_remembered() {
    UpdateState state = OLD_RUNS.withTrial(NEW, 90);
    state = launch(state, "boot", 0).state();
    state = launch(state, "boot", 0).state();

    Launching.Decision decision = launch(state, "boot", 0);

    assertThat(decision.build()).contains(OLD);
    assertThat(decision.state().trial()).isEmpty();
    assertThat(decision.state().failure("new"))
        .hasValueSatisfying(
            failure -> {
              assertThat(failure.reason()).isEqualTo("NotProven");
              assertThat(failure.message()).contains("2 times");
            });
  }

  @Test
  void a_power_cut_is_not_held_against_it() {
    UpdateState state = launch(OLD_RUNS.withTrial(NEW, 90), "boot-1", 0).state();

    state = launch(state, "boot-2", 0).state();

    assertThat(launch(state, "boot-3", 0).build()).contains(NEW);
  }

  @Test
  void one_that_takes_the_whole_device_down_each_time_is_given_up_too() {
    UpdateState state = OLD_RUNS.withTrial(NEW, 90);
    for (int boot = 0; boot < Launching.STARTS; boot++) {
      Launching.Decision decision = launch(state, "boot-" + boot, 0);
      assertThat(decision.build()).contains(NEW);
      state = decision.state();
    }

    assertThat(launch(state, "one more", 0).build()).contains(OLD);
  }

  @Test
  void without_a_network_no_number_of_boots_is_held_against_one_that_does_its_work() {
    UpdateState state = OLD_RUNS.withTrial(NEW, 90);
    for (int boot = 0; boot < 2 * Launching.STARTS; boot++) {
      Launching.Decision decision = launch(state, "boot-" + boot, 0);
      assertThat(decision.build()).contains(NEW);
      assertThat(decision.isTried()).isTrue();
      state = decision.state().believed();
    }

    assertThat(state.current()).contains(OLD);
  }

  @Test
  void what_is_in_force_and_never_lasts_is_given_a_rest_until_the_next_boot() {
    int vain = Launching.STARTS_OF_CURRENT_IN_ONE_BOOT;

    assertThat(launch(OLD_RUNS, "boot", vain - 1).build()).contains(OLD);
    assertThat(launch(OLD_RUNS, "boot", vain).build()).isEmpty();
    assertThat(launch(OLD_RUNS, "boot", vain).state()).isEqualTo(OLD_RUNS);
    assertThat(launch(OLD_RUNS, "next boot", 0).build()).contains(OLD);
  }

  @Test
  void what_has_yet_to_last_and_ends_soon_each_time_makes_room_for_the_one_before() {
    UpdateState state = proven("boot");
    int vain = Launching.STARTS_OF_CURRENT_IN_ONE_BOOT;

    assertThat(launch(state, "boot", vain - 1).build()).contains(NEW);

    Launching.Decision decision = launch(state, "boot", vain);

    assertThat(decision.build()).contains(OLD);
    assertThat(decision.isTried()).isFalse();
    assertThat(decision.state().current()).contains(OLD);
    assertThat(decision.state().probation()).isEmpty();
    assertThat(decision.state().failure("new").orElseThrow().reason()).isEqualTo("DidNotLast");
  }

  @Test
  void what_has_yet_to_last_and_takes_the_device_down_in_each_boot_makes_room_too() {
    UpdateState state = proven("boot-1");
    for (int boot = 2; boot <= Probation.BOOTS; boot++) {
      Launching.Decision decision = launch(state, "boot-" + boot, 0);
      assertThat(decision.build()).contains(NEW);
      state = launch(decision.state(), "boot-" + boot, 1).state();
    }

    assertThat(launch(state, "one more", 0).build()).contains(OLD);
  }

  @Test
  void what_ran_before_is_needed_until_the_new_one_has_lasted() {
    assertThat(proven("boot").needs("old")).isTrue();
    assertThat(proven("boot").lasted().needs("old")).isFalse();
    assertThat(proven("boot").lasted().current()).contains(NEW);
  }

  @Test
  void before_the_first_update_ran_the_package() {
    UpdateState state = UpdateState.NEW.withPackaged("1.0").withTrial(NEW, 90);
    state = launch(state, "boot", 0).state().proven();

    Launching.Decision decision = launch(state, "boot", Launching.STARTS_OF_CURRENT_IN_ONE_BOOT);

    assertThat(decision.build()).isEmpty();
    assertThat(decision.state().current()).isEmpty();
    assertThat(decision.state().failure("new")).isPresent();
  }

  @Test
  void a_newer_package_is_what_there_is_to_go_back_to() {
    Launching.Decision installed = Launching.decide(proven("boot"), "1.2", "boot", 0, NOW);

    assertThat(installed.build()).contains(NEW);
    assertThat(installed.state().probation().orElseThrow().before()).isEmpty();
    assertThat(Launching.decide(proven("boot"), "1.3", "boot", 0, NOW).state().current()).isEmpty();
  }

  @Test
  void what_the_device_could_not_start_counts_in_all_but_not_in_its_boot() {
    UpdateState state = OLD_RUNS.withTrial(NEW, 90);
    for (int start = 0; start < Launching.STARTS; start++) {
      Launching.Decision decision = launch(state, "boot", 0);
      assertThat(decision.build()).contains(NEW);
      state = decision.state().notStarted();
    }

    assertThat(state.trial().orElseThrow().isLastStart()).isTrue();
    assertThat(launch(state, "boot", 0).build()).contains(OLD);
  }

  @Test
  void a_newer_package_replaces_what_is_in_force() {
    Launching.Decision decision = Launching.decide(OLD_RUNS, "1.2", "boot", 0, NOW);

    assertThat(decision.build()).isEmpty();
    assertThat(decision.state().current()).isEmpty();
    assertThat(decision.state().packaged()).isEqualTo("1.2");
  }

  @Test
  void a_newer_package_replaces_what_is_tried_too() {
    UpdateState state = launch(OLD_RUNS.withTrial(NEW, 90), "boot", 0).state();

    assertThat(Launching.decide(state, "1.3", "boot", 0, NOW).build()).isEmpty();
    assertThat(Launching.decide(state, "1.2", "boot", 0, NOW).build()).contains(NEW);
  }

  @Test
  void no_trial_is_without_a_limit() {
    assertThat(UpdateState.NEW.withTrial(NEW, 0).trial().orElseThrow().proveWithinSeconds())
        .isEqualTo(1);
    assertThat(UpdateState.NEW.withTrial(NEW, Long.MAX_VALUE).trial().orElseThrow())
        .satisfies(trial -> assertThat(trial.proveWithinSeconds()).isPositive());
  }

  @Test
  void an_older_package_does_not() {
    assertThat(Launching.decide(OLD_RUNS, "0.9", "boot", 0, NOW).build()).contains(OLD);
  }

  @Test
  void a_downgrade_below_the_package_stays_in_force() {
    Build below = new Build("below", "0.8");
    UpdateState state = launch(OLD_RUNS.withTrial(below, 90), "boot", 0).state().proven();

    assertThat(launch(state, "boot", 0).build()).contains(below);
  }

  @Test
  void failures_are_remembered_up_to_a_bound_and_each_once() {
    UpdateState state = UpdateState.NEW;
    for (int i = 0; i < 40; i++) {
      state = state.failed(new FailedBuild("1", "hash-" + i % 20, "NotProven", "", NOW));
    }

    assertThat(state.failed()).hasSize(16);
    assertThat(state.failure("hash-19")).isPresent();
    assertThat(state.failure("hash-0")).isEmpty();
  }

  private static UpdateState proven(String boot) {
    return launch(OLD_RUNS.withTrial(NEW, 90), boot, 0).state().proven();
  }

  private static Launching.Decision launch(UpdateState state, String boot, int vainStarts) {
    return Launching.decide(state, "1.0", boot, vainStarts, NOW);
  }
}
