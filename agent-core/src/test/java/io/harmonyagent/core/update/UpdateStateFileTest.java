package io.harmonyagent.core.update;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.status.FailedBuild;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UpdateStateFileTest {
  @TempDir private Path directory;

  @Test
  void without_a_file_nothing_is_remembered() {
    assertThat(new UpdateStateFile(directory.resolve("none")).read()).isEqualTo(UpdateState.NEW);
  }

  @Test
  void what_was_written_is_read() throws Exception {
    UpdateState state =
        new UpdateState(
            "1.0",
            Optional.of(new Build("ab", "1.1")),
            Optional.of(new Trial(new Build("cd", "1.2"), 90, "boot", 1, 3)),
            List.of(new FailedBuild("1.3", "ef", "NotProven", "why", Instant.EPOCH)),
            Optional.of(new Probation(Optional.of(new Build("gh", "1.0")), "boot", 2)));

    new UpdateStateFile(directory.resolve("update")).write(state);

    assertThat(new UpdateStateFile(directory.resolve("update")).read()).isEqualTo(state);
  }

  @Test
  void what_ran_before_may_have_been_the_package() throws Exception {
    UpdateState state =
        UpdateState.NEW.withProbation(Optional.of(Probation.of(Optional.empty(), "boot")));

    new UpdateStateFile(directory).write(state);

    assertThat(new UpdateStateFile(directory).read()).isEqualTo(state);
  }

  @Test
  void a_number_that_a_card_has_garbled_keeps_no_build_from_starting() throws Exception {
    Files.writeString(
        directory.resolve("state.json"),
        """
        {"packaged": "1.0", "trial": {"sha256": "ab", "version": "1.1", "boot_id": "boot",
         "prove_within_s": 9000000000000, "starts_in_boot": -1, "starts": 4294967296}, "failed": []}
        """);

    Trial trial = new UpdateStateFile(directory).read().trial().orElseThrow();

    assertThat(trial.starts()).isEqualTo(Integer.MAX_VALUE);
    assertThat(trial.startsInBoot()).isZero();
  }

  @Test
  void a_damaged_file_is_as_good_as_none() throws Exception {
    for (String damaged :
        List.of("", "\0\0\0\0", "{", "[]", "{\"current\": {}}", "{\"trial\": 1}")) {
      Files.writeString(directory.resolve("state.json"), damaged);

      assertThat(new UpdateStateFile(directory).read()).as(damaged).isEqualTo(UpdateState.NEW);
    }
  }
}
