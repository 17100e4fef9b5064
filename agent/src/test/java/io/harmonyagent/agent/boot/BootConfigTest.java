package io.harmonyagent.agent.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.config.AgentConfig;
import io.harmonyagent.core.config.ConfigFiles;
import io.harmonyagent.core.manifest.AgentId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BootConfigTest {
  private static final String GOOD =
      """
      agent_id: attic
      nats:
        servers: ["tls://mesh.example:4222"]
        credentials: ./agent.creds
      """;

  @TempDir private Path root;
  private Path partition;
  private Path etc;

  @BeforeEach
  void mount() throws IOException {
    partition = Files.createDirectories(root.resolve("boot/firmware"));
    etc = Files.createDirectories(root.resolve("etc/harmony-agent"));
  }

  @Test
  void without_a_file_on_the_boot_partition_nothing_happens() {
    assertThat(takeUp()).isInstanceOf(BootConfig.Outcome.Nothing.class);
  }

  @Test
  void it_becomes_a_part_of_the_configuration_and_leaves_the_boot_partition() throws Exception {
    Files.writeString(etc.resolve("config.yaml"), "agent_id: config\npass_interval: 5m\n");
    onTheCard("harmony-agent.yaml", GOOD);
    onTheCard("agent.creds", "secret");

    assertThat(takeUp()).isInstanceOf(BootConfig.Outcome.TakenUp.class);

    AgentConfig config = new ConfigFiles(etc, Map.of()).load();
    assertThat(config.agentId()).contains(new AgentId("attic"));
    assertThat(config.passInterval()).hasMinutes(5);
    assertThat(config.mesh().orElseThrow().credentials())
        .contains(Path.of("/etc/harmony-agent/boot/agent.creds"));
    assertThat(partition).isDirectoryNotContaining("glob:**agent.creds");
    assertThat(partition.resolve("harmony-agent.yaml")).doesNotExist();
    assertThat(partition.resolve("harmony-agent.yaml.taken-up")).hasContent(GOOD);
    assertThat(takeUp()).isInstanceOf(BootConfig.Outcome.Nothing.class);
  }

  @Test
  void what_moves_along_only_root_can_read() throws Exception {
    onTheCard("harmony-agent.yaml", GOOD);
    onTheCard("agent.creds", "secret");

    takeUp();

    assertThat(etc.resolve("boot/agent.creds")).hasContent("secret");
    assertThat(modeOf("boot")).isEqualTo("rwx------");
    assertThat(modeOf("boot/agent.creds")).isEqualTo("rw-------");
    assertThat(modeOf("conf.d/50-boot.yaml")).isEqualTo("rw-------");
  }

  @ParameterizedTest
  @ValueSource(strings = {"./agent.creds", "/boot/firmware/agent.creds"})
  void a_file_beside_it_can_be_named_in_two_ways(String name) throws Exception {
    onTheCard("harmony-agent.yaml", GOOD.replace("./agent.creds", name));
    onTheCard("agent.creds", "secret");

    assertThat(takeUp()).isInstanceOf(BootConfig.Outcome.TakenUp.class);
    assertThat(etc.resolve("boot/agent.creds")).hasContent("secret");
  }

  @Test
  void the_older_mount_point_is_looked_at_too() throws Exception {
    Files.writeString(root.resolve("boot/harmony-agent.yaml"), "agent_id: old\n");

    takeUp();

    assertThat(new ConfigFiles(etc, Map.of()).load().agentId()).contains(new AgentId("old"));
  }

  @Test
  void a_later_card_replaces_what_an_earlier_one_said() throws Exception {
    onTheCard("harmony-agent.yaml", "agent_id: first\n");
    takeUp();
    onTheCard("harmony-agent.yaml", "agent_id: second\n");
    takeUp();

    assertThat(new ConfigFiles(etc, Map.of()).load().agentId()).contains(new AgentId("second"));
  }

  @Test
  void a_power_cut_after_the_secrets_went_is_made_up_for() throws Exception {
    onTheCard("harmony-agent.yaml", GOOD);
    onTheCard("agent.creds", "secret");
    takeUp();
    onTheCard("harmony-agent.yaml", GOOD);

    assertThat(takeUp()).isInstanceOf(BootConfig.Outcome.TakenUp.class);
    assertThat(etc.resolve("boot/agent.creds")).hasContent("secret");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "agent_id: [1 | expected",
        "agent_id: not a name | :1:11: /agent_id: must be 1 to 63 letters",
        "typo: 1 | :1:7: /typo: is not a key that we know",
        "7 | must be an object, is a number",
        "nats: {servers: [x]} | /nats/servers: must be like tls://host:port",
        "agent_id: ./missing | /agent_id: names missing, which is not beside harmony-agent.yaml",
        "agent_id: ./../etc/shadow | must name a file right beside harmony-agent.yaml",
        "agent_id: \"./a\\0b\" | must name a file right beside harmony-agent.yaml",
        "nats: {servers: ['nats://m:4222'], nkey: \"/a\\0b\"} | nkey: must be a path, and none holds",
      })
  void a_mistake_changes_nothing_and_is_explained_on_the_card(String text, String why)
      throws Exception {
    Files.writeString(etc.resolve("config.yaml"), "agent_id: before\n");
    onTheCard("harmony-agent.yaml", text);

    assertThat(takeUp())
        .isInstanceOfSatisfying(
            BootConfig.Outcome.Refused.class, refused -> assertThat(refused.why()).contains(why));
    assertThat(partition.resolve("harmony-agent.error.txt")).content().contains(why);
    assertThat(partition.resolve("harmony-agent.yaml")).exists();
    assertThat(new ConfigFiles(etc, Map.of()).load().agentId()).contains(new AgentId("before"));
    assertThat(etc.resolve("conf.d")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\0\0\0\0\0\0\0\0", "agent_id: att\0\0\0", "agent_id: \"att"})
  void a_card_that_was_pulled_out_too_early_changes_nothing(String torn) throws Exception {
    onTheCard("harmony-agent.yaml", torn);

    assertThat(takeUp()).isInstanceOf(BootConfig.Outcome.Refused.class);
    assertThat(etc.resolve("conf.d")).doesNotExist();
  }

  @Test
  void an_empty_secret_replaces_nothing() throws Exception {
    onTheCard("harmony-agent.yaml", GOOD);
    onTheCard("agent.creds", "secret");
    takeUp();
    onTheCard("harmony-agent.yaml", GOOD);
    onTheCard("agent.creds", "");

    assertThat(takeUp()).isInstanceOf(BootConfig.Outcome.Refused.class);
    assertThat(etc.resolve("boot/agent.creds")).hasContent("secret");
  }

  @Test
  void what_does_not_fit_the_rest_of_the_configuration_is_refused() throws Exception {
    Files.writeString(
        etc.resolve("config.yaml"), "nats: {servers: [\"nats://m:4222\"], nkey: /etc/nk}\n");
    onTheCard("harmony-agent.yaml", "nats: {credentials: /etc/creds}\n");

    assertThat(takeUp()).isInstanceOf(BootConfig.Outcome.Refused.class);
  }

  @Test
  void the_explanation_goes_when_the_mistake_is_corrected() throws Exception {
    onTheCard("harmony-agent.yaml", "typo: 1\n");
    takeUp();
    onTheCard("harmony-agent.yaml", "agent_id: right\n");
    takeUp();

    assertThat(partition.resolve("harmony-agent.error.txt")).doesNotExist();
  }

  @Test
  void a_file_that_is_too_large_is_refused() throws Exception {
    onTheCard("harmony-agent.yaml", "#".repeat(70_000));

    assertThat(takeUp())
        .isInstanceOfSatisfying(
            BootConfig.Outcome.Refused.class,
            refused -> assertThat(refused.why()).contains("too large"));
  }

  private BootConfig.Outcome takeUp() {
    return new BootConfig(root, etc, Map.of()).takeUp();
  }

  private void onTheCard(String name, String content) throws IOException {
    Files.writeString(partition.resolve(name), content);
  }

  private String modeOf(String name) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(etc.resolve(name)));
  }
}
