package io.harmonyagent.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CommandLineTest {
  @TempDir private Path temporary;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path root;

  @BeforeEach
  void boot() throws Exception {
    root = Files.createDirectory(temporary.resolve("device"));
  }

  @Test
  void a_manifest_that_converges_exits_with_0() throws Exception {
    Path manifest =
        write("m.yaml", "resources: [{id: a, spec: {kind: File, path: /a, content: {inline: x}}}]");

    assertThat(run("run", "--root", root, "--manifest", manifest, "--once")).isZero();
    assertThat(out.toString()).contains("a         File  Ready  /a");
  }

  @Test
  void one_that_does_not_converge_exits_with_1() throws Exception {
    Path manifest = write("m.json", "{\"resources\":[{\"id\":\"a\",\"spec\":{\"kind\":\"X\"}}]}");

    assertThat(run("run", "--root", root, "--manifest", manifest, "--once", "-o", "json"))
        .isEqualTo(1);
    assertThat(out.toString()).contains("\"state\": \"UnknownResource\"");
  }

  @Test
  void a_wrong_manifest_exits_with_2_and_says_where() throws Exception {
    Path manifest = write("m.yaml", "resources:\n  - id: A\n");

    assertThat(run("run", "--root", root, "--manifest", manifest, "--once")).isEqualTo(2);
    assertThat(err.toString()).contains(manifest + ":2:9: /resources/0/id: must be");
  }

  @Test
  void a_manifest_that_is_not_there_exits_with_2() {
    assertThat(run("run", "--root", root, "--manifest", "/no/such/file.yaml", "--once"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("there is no file /no/such/file.yaml");
  }

  @Test
  void a_wrong_configuration_exits_with_2_and_says_where() throws Exception {
    Path config = Files.createDirectories(root.resolve("etc/harmony-agent")).resolve("config.yaml");
    Files.writeString(config, "agent: x\n");

    assertThat(run("run", "--root", root)).isEqualTo(2);
    assertThat(err.toString()).contains(config + ":1:8: /agent: is not a key that we know");
  }

  @Test
  void once_is_only_for_a_manifest() {
    assertThat(run("run", "--root", root, "--once")).isEqualTo(2);
    assertThat(err.toString()).contains("--once needs --manifest");
  }

  @Test
  void a_device_without_an_agent_has_no_status() {
    assertThat(run("status", "--root", root)).isEqualTo(1);
    assertThat(err.toString()).contains("is the agent running?");
  }

  @Test
  void the_version_is_for_people_and_for_programs() {
    assertThat(run("version")).isZero();
    assertThat(run("version", "-o", "json")).isZero();
    assertThat(out.toString()).contains("harmony-agent ", "\"version\": \"");
  }

  @Test
  void no_command_is_told_what_to_do() {
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString()).contains("--help");
  }

  private int run(Object... arguments) {
    String[] words = new String[arguments.length];
    for (int i = 0; i < arguments.length; i++) {
      words[i] = arguments[i].toString();
    }
    CommandLine line = CommandLines.of(new AgentCommand(), words);
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return line.execute(words);
  }

  private Path write(String name, String text) throws Exception {
    return Files.writeString(temporary.resolve(name), text);
  }
}
