package io.harmonyagent.failover.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.harmonyagent.failover.core.SiteId;
import io.harmonyagent.failover.site.DatabaseFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was never ours is neither opened nor thrown away. */
class DataDirectoryTest {
  @TempDir Path root;

  private Path theirs;
  private Path memory;
  private Path noted;

  @BeforeEach
  void somebody_elses_cluster() throws IOException {
    theirs = Files.createDirectories(root.resolve("theirs"));
    Files.createDirectories(theirs.resolve("global"));
    Files.writeString(theirs.resolve("global/pg_control"), "theirs");
    Files.writeString(theirs.resolve("PG_VERSION"), "15\n");
    Files.writeString(theirs.resolve("standby.signal"), "");
    memory = Files.createDirectories(root.resolve("memory"));
    noted = memory.resolve("postgres-data");
  }

  @Test
  void what_was_noted_of_one_folder_says_nothing_of_another() throws Exception {
    Files.writeString(noted, "WHOLE\n" + root.resolve("ours") + "\n");
    DataDirectory data = data();

    assertThat(data.isUsable()).isFalse();
    isKept(data);
  }

  @Test
  void where_the_note_cannot_be_read_nothing_is_opened_and_nothing_thrown_away() throws Exception {
    for (String torn : List.of("", "WHOLE\n", "WHO\n" + theirs + "\n")) {
      Files.writeString(noted, torn);
      DataDirectory data = data();

      assertThat(data.isUsable()).isFalse();
      isKept(data);
    }
  }

  @Test
  void what_was_noted_of_this_folder_counts() throws Exception {
    Files.writeString(noted, "WHOLE\n" + theirs + "\n");

    assertThat(data().isUsable()).isTrue();
  }

  @Test
  void a_cluster_that_a_power_cut_ended_is_adopted_although_its_note_of_being_in_use_is_left()
      throws Exception {
    // No process has a number that high.
    Files.writeString(theirs.resolve("postmaster.pid"), "4194305\n/somewhere\n");
    DataDirectory data = data();

    data.adopt();

    assertThat(data.isAdopted()).isTrue();
    assertThat(data.isUsable()).isTrue();
  }

  private void isKept(DataDirectory data) throws IOException {
    assertThatThrownBy(data::cloneFromPeer)
        .isInstanceOf(DatabaseFailure.class)
        .hasMessageContaining("not known to be the failover's");
    assertThatThrownBy(data::initialise)
        .isInstanceOf(DatabaseFailure.class)
        .hasMessageContaining("is not empty");
    assertThat(theirs.resolve("global/pg_control")).hasContent("theirs");
  }

  private DataDirectory data() {
    return new DataDirectory(
        new PostgresSettings(
            "shop",
            new SiteId("a"),
            new SiteId("b"),
            theirs,
            Optional.empty(),
            OptionalInt.empty(),
            5432,
            "*",
            "b.example",
            5432,
            "b.example",
            Path.of("/ca"),
            Path.of("/crt"),
            Path.of("/key"),
            List.of(),
            Map.of(),
            memory),
        new Programs(new Installation(15, root.resolve("no-programs"))));
  }
}
