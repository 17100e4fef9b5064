package io.harmonyagent.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.harmonyagent.core.config.AgentConfig;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.manifest.AgentId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LastGoodConfigTest {
  private static final FileTime LONG_AGO = FileTime.from(Instant.parse("2026-01-31T12:00:00Z"));

  @TempDir private Path root;
  private Layout layout;
  private Path copy;
  private final Map<String, String> environment = new LinkedHashMap<>();

  @BeforeEach
  void a_configuration_of_two_files() throws IOException {
    layout = new Layout(root);
    copy = layout.state().resolve(LastGoodConfig.NAME);
    write("config.yaml", "agent_id: oak\ndeadline: 7s\n");
    write("conf.d/10-site.yaml", "pass_interval: 5m # été\n");
  }

  @Test
  void what_can_be_read_is_in_force_and_nothing_is_to_be_told() throws Exception {
    ConfigInUse inUse = load();

    assertThat(inUse.rejected()).isEmpty();
    assertThat(inUse.texts())
        .containsExactly(
            Map.entry("config.yaml", "agent_id: oak\ndeadline: 7s\n"),
            Map.entry("conf.d/10-site.yaml", "pass_interval: 5m # été\n"));
    assertThat(copy).doesNotExist();
  }

  @Test
  void the_copy_is_only_for_the_agent_to_read() throws Exception {
    start();

    assertThat(modeOf(layout.state())).isEqualTo("rwx------");
    assertThat(modeOf(copy)).isEqualTo("rw-------");
  }

  @Test
  void what_is_kept_already_is_not_written_again() throws Exception {
    start();
    Files.setLastModifiedTime(copy, LONG_AGO);

    start();

    assertThat(Files.getLastModifiedTime(copy)).isEqualTo(LONG_AGO);
  }

  @Test
  void another_configuration_replaces_it() throws Exception {
    start();
    write("config.yaml", "agent_id: elm\n");
    start();
    write("config.yaml", "typo: 1\n");

    AgentConfig config = load().config();

    assertThat(config.agentId()).contains(new AgentId("elm"));
    assertThat(config.deadline()).isEqualTo(Duration.ofSeconds(30));
  }

  @ParameterizedTest
  @ValueSource(strings = {"pass_interval: [", "typo: 1\n", "pass_interval: soon\n", "a: \0\0\0\0"})
  void a_mistake_leaves_the_one_in_force_that_last_worked(String text) throws Exception {
    AgentConfig before = start().config();
    write("conf.d/10-site.yaml", text);

    ConfigInUse inUse = load();

    assertThat(inUse.config()).isEqualTo(before);
    assertThat(inUse.rejected().orElseThrow())
        .startsWith(layout.configuration().resolve("conf.d/10-site.yaml") + ":");
  }

  @Test
  void a_key_that_a_newer_build_has_kept_is_passed_over() throws Exception {
    start();
    Files.writeString(
        copy, Files.readString(copy).replace("deadline: 7s", "a_new_key: [1]\\ndeadline: 7s"));
    write("conf.d/10-site.yaml", "a_new_key: [1]\n");

    ConfigInUse inUse = load();

    assertThat(Files.readString(copy)).contains("a_new_key");
    assertThat(inUse.config().deadline()).isEqualTo(Duration.ofSeconds(7));
    assertThat(inUse.rejected().orElseThrow()).contains("/a_new_key: is not a key that we know");
  }

  @Test
  void what_cannot_be_read_leaves_it_in_force_too() throws Exception {
    AgentConfig before = start().config();
    Files.createDirectory(layout.configuration().resolve("conf.d/20-more.yaml"));

    ConfigInUse inUse = load();

    assertThat(inUse.config()).isEqualTo(before);
    assertThat(inUse.rejected().orElseThrow()).contains("20-more.yaml", "is not a file");
  }

  @Test
  void a_configuration_with_a_mistake_is_never_kept() throws Exception {
    start();
    byte[] before = Files.readAllBytes(copy);
    write("conf.d/10-site.yaml", "typo: 1\n");

    start();

    assertThat(copy).hasBinaryContent(before);
  }

  @Test
  void once_it_is_mended_nothing_is_to_be_told() throws Exception {
    start();
    write("conf.d/10-site.yaml", "typo: 1\n");
    start();
    write("conf.d/10-site.yaml", "pass_interval: 6m\n");

    ConfigInUse inUse = start();

    assertThat(inUse.rejected()).isEmpty();
    assertThat(inUse.config().passInterval()).hasMinutes(6);
  }

  @Test
  void the_environment_wins_over_the_copy_too() throws Exception {
    start();
    write("conf.d/10-site.yaml", "typo: 1\n");
    environment.put("HARMONY_DEADLINE", "9s");

    assertThat(load().config().deadline()).isEqualTo(Duration.ofSeconds(9));
  }

  @Test
  void a_wrong_variable_is_wrong_with_the_copy_too() throws Exception {
    start();
    environment.put("HARMONY_TYPO", "1");

    isRefusedFor("HARMONY_TYPO");
  }

  @Test
  void without_a_copy_the_mistake_is_the_end() throws Exception {
    write("conf.d/10-site.yaml", "typo: 1\n");

    isRefusedFor("/typo: is not a key that we know");
  }

  /** As a card that forgets leaves it, and as nothing of ours would write it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\0\0\0\0",
        "{}",
        "{\"files\": {\"config.yaml\": \"agent_id: o",
        "{\"files\": 1}"
      })
  void with_a_torn_copy_the_mistake_is_the_end(String torn) throws Exception {
    start();
    Files.writeString(copy, torn);
    write("conf.d/10-site.yaml", "typo: 1\n");

    isRefusedFor("/typo: is not a key that we know");
  }

  @Test
  void a_torn_copy_is_replaced_by_the_next_good_start() throws Exception {
    start();
    byte[] before = Files.readAllBytes(copy);
    Files.writeString(copy, "torn");

    start();

    assertThat(copy).hasBinaryContent(before);
  }

  @Test
  void a_copy_that_cannot_be_kept_keeps_nobody_from_starting() throws Exception {
    Files.createDirectories(copy.resolve("in-the-way"));

    assertThat(start().rejected()).isEmpty();
  }

  /** What a start does. */
  private ConfigInUse start() throws InvalidDocument {
    LastGoodConfig lastGood = new LastGoodConfig(layout, environment);
    ConfigInUse inUse = lastGood.load();
    lastGood.keep(inUse);
    return inUse;
  }

  private ConfigInUse load() throws InvalidDocument {
    return new LastGoodConfig(layout, environment).load();
  }

  private void isRefusedFor(String why) {
    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(this::load)
        .satisfies(e -> assertThat(e.sentence()).contains(why));
  }

  private void write(String name, String text) throws IOException {
    Path file = layout.configuration().resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static String modeOf(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
