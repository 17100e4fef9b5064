package io.harmonyagent.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.YamlReader;
import io.harmonyagent.core.manifest.AgentId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigFilesTest {
  private static final String TLS = "nats:\n  servers: [tls://m:4222]\n";

  @TempDir private Path directory;
  private final Map<String, String> environment = new LinkedHashMap<>();

  @Test
  void without_any_file_the_defaults_hold() throws Exception {
    assertThat(load())
        .isEqualTo(
            new AgentConfig(
                Optional.empty(),
                Optional.empty(),
                new AgentConfig.Podman(Path.of("/run/podman/podman.sock")),
                new AgentConfig.Images(Duration.ofDays(7)),
                new AgentConfig.Trust(Path.of("/etc/harmony-agent/trust"), false),
                new AgentConfig.Update(2 * 1024 * 1024, Duration.ofSeconds(90)),
                Duration.ofSeconds(60),
                true,
                Duration.ofSeconds(30),
                Duration.ofSeconds(30),
                AgentConfig.LogLevel.INFO));
  }

  @ParameterizedTest
  @ValueSource(strings = {"# nothing\n", "null\n", "nats:\n"})
  void a_file_that_says_nothing_changes_nothing(String text) throws Exception {
    write("config.yaml", text);

    assertThat(load().mesh()).isEmpty();
  }

  @Test
  void everything_can_be_set() throws Exception {
    write(
        "config.yaml",
        """
        agent_id: pi-kitchen
        pass_interval: 2m
        events: false
        deadline: 500ms
        heartbeat_interval: 1h
        log_level: debug
        podman: { socket: /run/other.sock }
        images: { keep_unused: 48h }
        trust: { directory: /keys, unsigned_manifests: true }
        update: { rate: 256Ki, prove_within: 5m }
        nats:
          servers: [tls://a:4222, "tls://b:4222"]
          credentials: /etc/harmony-agent/agent.creds
          tls:
            ca: /etc/ca.pem
            cert: /etc/cert.pem
            key: /etc/key.pem
        """);

    assertThat(load())
        .isEqualTo(
            new AgentConfig(
                Optional.of(new AgentId("pi-kitchen")),
                Optional.of(
                    new MeshConfig(
                        List.of("tls://a:4222", "tls://b:4222"),
                        Optional.of(
                            new MeshConfig.Tls(
                                Optional.of(Path.of("/etc/ca.pem")),
                                Optional.of(
                                    new MeshConfig.Identity(
                                        Path.of("/etc/cert.pem"), Path.of("/etc/key.pem"))))),
                        Optional.of(Path.of("/etc/harmony-agent/agent.creds")),
                        Optional.empty())),
                new AgentConfig.Podman(Path.of("/run/other.sock")),
                new AgentConfig.Images(Duration.ofDays(2)),
                new AgentConfig.Trust(Path.of("/keys"), true),
                new AgentConfig.Update(256 * 1024, Duration.ofMinutes(5)),
                Duration.ofMinutes(2),
                false,
                Duration.ofMillis(500),
                Duration.ofHours(1),
                AgentConfig.LogLevel.DEBUG));
  }

  @Test
  void later_drop_ins_win_over_earlier_ones_and_over_the_main_file() throws Exception {
    write("config.yaml", "agent_id: main\ndeadline: 1s\npass_interval: 1m\n");
    write("conf.d/20-b.yaml", "agent_id: twenty\n");
    write("conf.d/10-a.yaml", "agent_id: ten\ndeadline: 2s\n");

    AgentConfig config = load();

    assertThat(config.agentId()).contains(new AgentId("twenty"));
    assertThat(config.deadline()).isEqualTo(Duration.ofSeconds(2));
    assertThat(config.passInterval()).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void the_environment_wins_over_every_file() throws Exception {
    write("config.yaml", "deadline: 1s\n" + TLS);
    write("conf.d/99.yaml", "deadline: 2s\n");
    environment.put("HARMONY_DEADLINE", "3s");
    environment.put("HARMONY_EVENTS", "false");
    environment.put("HARMONY_NATS_SERVERS", "nats://x:1, nats://y:2");
    environment.put("HARMONY_NATS_NKEY", "/etc/seed");
    environment.put("PATH", "/bin");

    AgentConfig config = load();

    assertThat(config.deadline()).isEqualTo(Duration.ofSeconds(3));
    assertThat(config.events()).isFalse();
    assertThat(config.mesh())
        .contains(
            new MeshConfig(
                List.of("nats://x:1", "nats://y:2"),
                Optional.empty(),
                Optional.empty(),
                Optional.of(Path.of("/etc/seed"))));
  }

  @Test
  void objects_are_merged_key_by_key_and_lists_replaced() throws Exception {
    write("config.yaml", TLS + "  tls:\n    ca: /etc/one.pem\n");
    write("conf.d/a.yaml", "nats:\n  servers: [tls://other:4222]\n");

    MeshConfig mesh = load().mesh().orElseThrow();

    assertThat(mesh.servers()).containsExactly("tls://other:4222");
    assertThat(mesh.tls().orElseThrow().ca()).contains(Path.of("/etc/one.pem"));
  }

  @Test
  void only_yaml_files_are_drop_ins() throws Exception {
    write("conf.d/a.yaml.bak", "nonsense: 1\n");
    write("conf.d/README", "nonsense: 1\n");

    assertThat(load().agentId()).isEmpty();
  }

  @Test
  void an_unknown_key_is_named_with_its_file_and_line() throws IOException {
    write("config.yaml", "agent_id: pi\n\ndedline: 3s\n");

    isRefused(directory.resolve("config.yaml") + ":3:10: /dedline: is not a key that we know");
  }

  @Test
  void an_unknown_key_of_a_drop_in_is_named_with_that_file() throws IOException {
    write("config.yaml", TLS);
    write("conf.d/a.yaml", "nats:\n  server: x\n");

    isRefused(
        directory.resolve("conf.d/a.yaml") + ":2:11: /nats/server: is not a key that we know");
  }

  @Test
  void an_unknown_variable_is_named() {
    environment.put("HARMONY_AGENTID", "pi");

    isRefused("environment variable HARMONY_AGENTID: the document: is not a variable that we know");
  }

  @Test
  void a_wrong_variable_is_named() {
    environment.put("HARMONY_PASS_INTERVAL", "soon");

    isRefused(
        "environment variable HARMONY_PASS_INTERVAL: /pass_interval: must be like 250ms, 30s, 5m or"
            + " 1h, is 'soon'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[a]                                              | the document: must be an object",
        "just a text                                      | the document: must be an object",
        "{agent_id: 5}                                    | /agent_id: must be a text, is a number",
        "{agent_id: 'a.b'}                                | /agent_id: must be 1 to 63",
        "{agent_id: ''}                                   | /agent_id: must be 1 to 63",
        "{deadline: 30}                                   | /deadline: must be a text, is a number",
        "{update: {prove_within: 9s}}                     | /update/prove_within: must be at least 10s",
        "{update: {prove_within: 9999ms}}                 | /update/prove_within: must be at least 10s",
        "{deadline: 0s}                                   | /deadline: must be like",
        "{deadline: 1.5s}                                 | /deadline: must be like",
        "{deadline: -1s}                                  | /deadline: must be like",
        "{deadline: 30 s}                                 | /deadline: must be like",
        "{deadline: 1d}                                   | /deadline: must be like",
        "{pass_interval: 9999999999s}                     | /pass_interval: must be like",
        "{pass_interval: 999999999h}                      | /pass_interval: must be at most a year",
        "{log_level: loud}                                | /log_level: must be one of error, warn",
        "{nats: []}                                       | /nats: must be an object, is a list",
        "{nats: {}}                                       | /nats/servers: must name at least one",
        "{nats: {servers: 'tls://a'}}                     | /nats/servers: must be a list",
        "{nats: {servers: [5]}}                           | /nats/servers/0: must be a text",
        "{nats: {servers: [a:4222]}}                      | /nats/servers: must be like tls://",
        "{nats: {servers: ['http://a']}}                  | /nats/servers: must be like tls://",
        "{nats: {servers: ['tls://u:p@a']}}               | /nats/servers: must be like tls://",
        "{nats: {servers: ['tls://a', 'nats://b']}}       | /nats/servers: mixes tls://",
        "{nats: {servers: ['nats://b', 'tls://a']}}       | /nats/servers: mixes tls://",
        "{nats: {servers: ['nats://a'], tls: {}}}         | /nats/tls: has no meaning",
        "{nats: {servers: ['tls://a'], tls: {cert: /c}}}  | /nats/tls/cert: needs both",
        "{nats: {servers: ['tls://a'], tls: {key: /k}}}   | /nats/tls/key: needs both",
        "{nats: {servers: ['tls://a'], tls: {ca: c.pem}}} | /nats/tls/ca: must be an absolute path",
        "{nats: {servers: ['tls://a'], nkey: \"/n\\0\"}}   | /nats/nkey: must be a path, and none holds",
        "{nats: {servers: ['tls://a'], nkey: n}}          | /nats/nkey: must be an absolute path",
        "{nats: {servers: ['tls://a'], nkey: /n, credentials: /c}} | /nats/nkey: cannot stand beside"
      })
  void a_wrong_value_is_named(String yaml, String complaint) throws IOException {
    write("config.yaml", yaml);

    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(this::load)
        .satisfies(
            e ->
                assertThat(e.sentence())
                    .startsWith(directory.resolve("config.yaml") + ":1:")
                    .contains(complaint));
  }

  @ParameterizedTest
  @CsvSource({"250ms,PT0.25S", "30s,PT30S", "5m,PT5M", "1h,PT1H", "8760h,PT8760H", "007s,PT7S"})
  void a_duration_is_a_number_and_a_unit(String text, Duration duration) throws Exception {
    write("config.yaml", "deadline: " + text);

    assertThat(load().deadline()).isEqualTo(duration);
  }

  @Test
  void tls_servers_need_no_further_word() throws Exception {
    write("config.yaml", TLS);

    assertThat(load().mesh().orElseThrow().tls())
        .contains(new MeshConfig.Tls(Optional.empty(), Optional.empty()));
  }

  @Test
  void what_is_not_utf_8_is_named() throws IOException {
    Files.write(directory.resolve("config.yaml"), new byte[] {'a', ':', ' ', (byte) 0xff});

    isRefused(directory.resolve("config.yaml") + ":1:1: the document: is not UTF-8");
  }

  @Test
  void what_is_no_file_is_named_and_not_waited_for() throws IOException {
    Files.createDirectories(directory.resolve("conf.d/10-a.yaml"));

    isRefused(directory.resolve("conf.d/10-a.yaml") + ": the document: is not a file");
  }

  @Test
  void what_is_too_large_is_named() throws IOException {
    write("config.yaml", "#".repeat(64 * 1024 + 1));

    isRefused(
        directory.resolve("config.yaml")
            + ": the document: is too large; the limit is 65536 bytes");
  }

  @Test
  void a_file_that_a_power_cut_has_emptied_is_a_mistake() throws IOException {
    write("conf.d/10-mesh.yaml", "");

    isRefused(
        directory.resolve("conf.d/10-mesh.yaml")
            + ": the document: is empty, as a power cut can leave it; write it anew, or delete it");
  }

  @Test
  void a_complaint_holds_no_password() throws IOException {
    write("config.yaml", "nats: {servers: ['tls://user:secret@a:4222']}");

    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(this::load)
        .satisfies(
            e -> assertThat(e.sentence()).contains("tls://…@a:4222").doesNotContain("secret"));
  }

  @Test
  void a_part_that_is_replaced_need_not_be_good_before() throws Exception {
    write("conf.d/50-boot.yaml", "cut: [o");

    AgentConfig config =
        new ConfigFiles(directory, environment)
            .loadWith(
                directory.resolve("conf.d/50-boot.yaml"),
                new YamlReader().read("agent_id: new", "new"));

    assertThat(config.agentId()).contains(new AgentId("new"));
  }

  private AgentConfig load() throws InvalidDocument {
    return new ConfigFiles(directory, environment).load();
  }

  private void isRefused(String sentence) {
    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(this::load)
        .satisfies(e -> assertThat(e.sentence()).isEqualTo(sentence));
  }

  private void write(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
