package io.harmonyagent.core.update;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.manifest.AgentRelease;
import io.harmonyagent.core.status.FailedBuild;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UpdateChoiceTest {
  private static final AgentRelease WANTED =
      new AgentRelease("1.2", "aa", 1, false, Optional.empty());

  @Test
  void whatever_runs_goes_on_when_nothing_else_is_wanted() {
    assertThat(UpdateChoice.of(Optional.empty(), UpdateState.NEW, Optional.of("x"), "1.0"))
        .isEqualTo(new UpdateChoice.Nothing());
  }

  @Test
  void what_runs_already_is_not_taken_again() {
    assertThat(choice(WANTED, UpdateState.NEW, "aa", "1.2"))
        .isEqualTo(new UpdateChoice.Runs(WANTED));
  }

  @Test
  void a_newer_build_is_taken() {
    assertThat(choice(WANTED, UpdateState.NEW, "bb", "1.1"))
        .isEqualTo(new UpdateChoice.Take(WANTED));
  }

  @Test
  void another_build_of_the_same_version_is_taken() {
    assertThat(choice(WANTED, UpdateState.NEW, "bb", "1.2"))
        .isEqualTo(new UpdateChoice.Take(WANTED));
  }

  @Test
  void an_older_one_is_taken_only_if_that_is_meant() {
    assertThat(choice(WANTED, UpdateState.NEW, "bb", "1.3"))
        .isInstanceOfSatisfying(
            UpdateChoice.Refuse.class,
            refuse -> {
              assertThat(refuse.reason()).isEqualTo("Downgrade");
              assertThat(refuse.message()).contains("1.2", "1.3", "downgrade");
            });
    AgentRelease meant = WANTED.asDowngrade(true);
    assertThat(choice(meant, UpdateState.NEW, "bb", "1.3")).isEqualTo(new UpdateChoice.Take(meant));
  }

  @Test
  void one_that_failed_before_is_refused_for_the_same_reason() {
    UpdateState state =
        UpdateState.NEW.failed(new FailedBuild("1.2", "aa", "NotProven", "why", Instant.EPOCH));

    assertThat(choice(WANTED, state, "bb", "1.1"))
        .isEqualTo(new UpdateChoice.Refuse(WANTED, "NotProven", "why"));
  }

  @Test
  void one_that_is_in_force_and_does_not_start_is_not_fetched_again() {
    UpdateState state = UpdateState.NEW.withTrial(new Build("aa", "1.2"), 90).proven();

    assertThat(UpdateChoice.of(Optional.of(WANTED), state, Optional.empty(), "1.0"))
        .isInstanceOfSatisfying(
            UpdateChoice.Refuse.class,
            refuse -> assertThat(refuse.reason()).isEqualTo("DoesNotStart"));
  }

  private static UpdateChoice choice(
      AgentRelease wanted, UpdateState state, String running, String version) {
    return UpdateChoice.of(Optional.of(wanted), state, Optional.of(running), version);
  }
}
