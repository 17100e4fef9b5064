package io.harmonyagent.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.harmonyagent.core.engine.OwnedThing;
import io.harmonyagent.core.engine.Ownership;
import io.harmonyagent.core.files.AppendLog;
import io.harmonyagent.core.manifest.ResourceId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerTest {
  @TempDir private Path temporary;
  private Path directory;

  @BeforeEach
  void name() {
    directory = temporary.resolve("var/lib/harmony-agent");
  }

  @Test
  void a_new_ledger_knows_nothing() throws IOException {
    Ledger ledger = Ledger.open(directory);

    assertThat(ledger.manifest()).isEmpty();
    assertThat(ledger.owned()).isEmpty();
  }

  @Test
  void the_manifest_comes_back_byte_for_byte() throws IOException {
    byte[] manifest =
        "{ \"generation\" : 1,\r\n \"ä\":\"\\u00e4\" }\n".getBytes(StandardCharsets.UTF_8);

    Ledger.open(directory).accept(manifest);

    assertThat(Ledger.open(directory).manifest())
        .hasValueSatisfying(bytes -> assertThat(bytes).isEqualTo(manifest));
  }

  @Test
  void what_was_made_is_remembered_over_a_restart() throws IOException {
    Ledger ledger = Ledger.open(directory);
    ledger.own(made("/etc/a \"q\" ä\\", "a"));
    ledger.own(made("/b", "b"));
    ledger.disown(made("/b", "b").thing());

    Ledger reopened = Ledger.open(directory);

    assertThat(reopened.owned()).containsExactly(made("/etc/a \"q\" ä\\", "a"));
    assertThat(reopened.find(made("/b", "b").thing())).isEmpty();
  }

  @Test
  void a_thing_changes_hands() throws IOException {
    Ledger ledger = Ledger.open(directory);
    ledger.own(made("/x", "a"));

    ledger.own(made("/x", "b"));

    assertThat(ledger.owned()).containsExactly(made("/x", "b"));
    assertThat(Ledger.open(directory).owned()).containsExactly(made("/x", "b"));
  }

  @Test
  void what_is_known_already_is_not_written_again() throws IOException {
    Ledger ledger = Ledger.open(directory);
    ledger.own(made("/x", "a"));
    long size = Files.size(directory.resolve("owned.log"));

    ledger.own(made("/x", "a"));
    ledger.disown(made("/never", "n").thing());

    assertThat(Files.size(directory.resolve("owned.log"))).isEqualTo(size);
  }

  @Test
  void a_power_cut_at_any_byte_leaves_what_was_recorded_before() throws IOException {
    Ledger ledger = Ledger.open(directory);
    List<List<Ownership>> history = new ArrayList<>();
    history.add(List.of());
    for (Ownership ownership : List.of(made("/a", "a"), made("/b", "b"), made("/ü", "c"))) {
      ledger.own(ownership);
      history.add(List.copyOf(ledger.owned()));
    }
    ledger.disown(made("/a", "a").thing());
    history.add(List.copyOf(ledger.owned()));
    Path log = directory.resolve("owned.log");
    byte[] whole = Files.readAllBytes(log);
    for (int length = 0; length <= whole.length; length++) {
      Files.write(log, Arrays.copyOf(whole, length));
      Ledger reopened = Ledger.open(directory);
      List<Ownership> survived = List.copyOf(reopened.owned());

      reopened.own(made("/after", "z"));

      assertThat(history).as("cut at %d", length).contains(survived);
      assertThat(Ledger.open(directory).owned())
          .as("reopened, cut at %d", length)
          .containsAll(survived)
          .contains(made("/after", "z"))
          .hasSize(survived.size() + 1);
    }
  }

  @Test
  void what_a_newer_version_wrote_is_kept_and_keeps_nobody_from_starting() throws IOException {
    Ledger.open(directory).own(made("/a", "a"));
    AppendLog log = new AppendLog(directory.resolve("owned.log"));
    log.read();
    log.append("{\"what\":\"lend\",\"kind\":\"File\",\"key\":\"/b\"}");
    log.append("{\"what\":\"own\",\"kind\":\"File\",\"key\":\"/c\",\"id\":\"NOT AN ID\"}");

    Ledger ledger = Ledger.open(directory);
    for (int i = 0; i < 200; i++) {
      ledger.own(made("/over", "over"));
      ledger.disown(made("/over", "over").thing());
    }
    Ledger reopened = Ledger.open(directory);

    assertThat(reopened.owned()).containsExactly(made("/a", "a"));
    assertThat(Files.readAllLines(directory.resolve("owned.log")))
        .as("cut down, and still with what it does not know")
        .hasSize(3)
        .anyMatch(line -> line.contains("lend"))
        .anyMatch(line -> line.contains("NOT AN ID"));
  }

  @Test
  void a_log_of_what_is_over_is_cut_down_when_it_is_opened() throws IOException {
    Ledger ledger = Ledger.open(directory);
    ledger.own(made("/stays", "s"));
    for (int i = 0; i < 50; i++) {
      ledger.own(made("/x", "a"));
      ledger.disown(made("/x", "a").thing());
    }

    Ledger reopened = Ledger.open(directory);
    reopened.own(made("/new", "n"));

    assertThat(Files.readAllLines(directory.resolve("owned.log"))).hasSize(2);
    assertThat(Ledger.open(directory).owned())
        .containsExactlyInAnyOrder(made("/stays", "s"), made("/new", "n"));
  }

  @Test
  void a_log_that_is_mostly_alive_is_left_alone() throws IOException {
    Ledger ledger = Ledger.open(directory);
    for (int i = 0; i < 40; i++) {
      ledger.own(made("/f" + i, "r"));
    }
    byte[] before = Files.readAllBytes(directory.resolve("owned.log"));

    Ledger.open(directory);

    assertThat(directory.resolve("owned.log")).hasBinaryContent(before);
  }

  @Test
  void many_at_once_are_all_recorded() throws Exception {
    Ledger ledger = Ledger.open(directory);
    List<Future<?>> done = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 300; i++) {
        Ownership ownership = made("/f" + i, "r" + i);
        done.add(
            threads.submit(
                () -> {
                  ledger.own(ownership);
                  return null;
                }));
      }
    }
    for (Future<?> each : done) {
      each.get();
    }

    assertThat(Ledger.open(directory).owned())
        .hasSize(300)
        .containsExactlyInAnyOrderElementsOf(ledger.owned());
  }

  @Test
  void what_could_not_be_recorded_is_not_ours() throws IOException {
    Ledger ledger = Ledger.open(directory);
    Files.createDirectory(directory.resolve("owned.log"));

    assertThatExceptionOfType(IOException.class).isThrownBy(() -> ledger.own(made("/x", "a")));

    assertThat(ledger.owned()).isEmpty();
    Files.delete(directory.resolve("owned.log"));
    ledger.own(made("/y", "a"));
    assertThat(Ledger.open(directory).owned()).containsExactly(made("/y", "a"));
  }

  @Test
  void a_manifest_that_could_not_be_stored_leaves_the_one_before() throws IOException {
    Ledger ledger = Ledger.open(directory);
    ledger.accept(new byte[] {1});
    Files.createDirectories(directory.resolve("manifest.json.new/full"));

    assertThatExceptionOfType(IOException.class).isThrownBy(() -> ledger.accept(new byte[] {2}));

    assertThat(Ledger.open(directory).manifest())
        .hasValueSatisfying(bytes -> assertThat(bytes).containsExactly(1));
  }

  private static Ownership made(String path, String id) {
    return Ownership.of(new OwnedThing("File", path), new ResourceId(id));
  }
}
