package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The binary under its other name. */
class OperatorToolIT {
  @RegisterExtension static final Testbed bed = Testbed.withNats(1);

  private static Device device;

  @TempDir Path files;

  @BeforeAll
  static void a_mesh_and_a_device() throws Exception {
    device = Device.prepare(bed, "desk");
    assertThat(ctl("init").out()).contains("harmony_agents created");
    assertThat(ctl("init").out()).contains("is there already");
    device.startAgent();
  }

  @Test
  void apply_waits_for_the_device_and_raises_the_generation_each_time() throws Exception {
    Program first = ctl("apply", "-f", manifest("one"), "--agent", "desk", "--wait");
    Program second = ctl("apply", "-f", manifest("two"), "--agent", "desk", "--wait");

    assertThat(first.exitCode()).as(first.out() + first.err()).isZero();
    assertThat(second.exitCode()).isZero();
    assertThat(device.pi().read("/etc/desk")).isEqualTo("two");
    assertThat(generation(second)).isEqualTo(generation(first) + 1);
    assertThat(ctl("status", "desk").out()).contains("Ready").contains("/etc/desk");
  }

  @Test
  void a_reused_generation_is_not_taken_for_the_one_before() throws Exception {
    Program good = ctl("apply", "-f", manifest("three"), "--agent", "desk", "--wait");
    long generation = generation(good);
    String reused = manifest("four", "generation: " + generation + "\n");

    Program again = ctl("apply", "-f", reused, "--agent", "desk", "--wait", "--timeout", "10");

    assertThat(again.exitCode()).isEqualTo(1);
    assertThat(again.out()).contains("was accepted before, with other content");
    assertThat(device.pi().read("/etc/desk")).isEqualTo("three");
  }

  @Test
  void mistakes_are_explained() throws Exception {
    Path bad = Files.writeString(files.resolve("bad.yaml"), "resources:\n- id: X\n  spec: {}\n");

    Program invalid = ctl("apply", "-f", bad.toString(), "--agent", "desk");
    assertThat(invalid.exitCode()).isEqualTo(2);
    assertThat(invalid.err()).contains("bad.yaml:2:").contains("/resources/0/id");
    assertThat(ctl("status", "nobody").err()).contains("has never said anything");
    assertThat(ctl("apply", "-f", "missing.yaml", "--agent", "desk").err())
        .contains("there is no file missing.yaml");
    assertThat(Program.run(tool(), new byte[0], "status", "-s", "nats://127.0.0.1:1", "desk").err())
        .contains("cannot reach nats://127.0.0.1:1");
  }

  private String manifest(String content) throws IOException {
    return manifest(content, "");
  }

  private String manifest(String content, String more) throws IOException {
    Path file = files.resolve(content + ".yaml");
    Files.writeString(
        file,
        more
            + "resources:\n  - id: desk\n    spec: {kind: File, path: /etc/desk, content: {inline: "
            + content
            + "}}\n");
    return file.toString();
  }

  private static long generation(Program apply) {
    String line = apply.out().lines().findFirst().orElseThrow();
    return Long.parseLong(line.replaceAll(".*generation (\\d+) is wanted", "$1"));
  }

  private static Program ctl(String command, String... arguments) throws Exception {
    String[] all = new String[arguments.length + 3];
    all[0] = command;
    all[1] = "-s";
    all[2] = bed.nats().node(1).relayUrl();
    System.arraycopy(arguments, 0, all, 3, arguments.length);
    return Program.run(tool(), new byte[0], all);
  }

  private static Path tool() {
    return Binaries.harmonyAgent().resolveSibling("harmonyctl");
  }
}
