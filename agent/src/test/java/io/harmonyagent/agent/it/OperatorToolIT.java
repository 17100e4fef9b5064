package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
  void a_generation_that_the_device_would_reject_is_not_sent() throws Exception {
    Program good = ctl("apply", "-f", manifest("three"), "--agent", "desk", "--wait");
    long generation = generation(good);
    String reused = manifest("four", "generation: " + generation + "\n");

    Program again = ctl("apply", "-f", reused, "--agent", "desk");

    assertThat(again.exitCode()).isEqualTo(2);
    assertThat(again.err())
        .contains("generation " + generation + " is not above", "leave the field");
    assertThat(device.pi().read("/etc/desk")).isEqualTo("three");
  }

  @Test
  void what_was_printed_with_something_hidden_is_not_sent_back() throws Exception {
    Path secret =
        Files.writeString(
            files.resolve("secret.yaml"),
            """
            resources:
              - id: key
                spec: {kind: File, path: /etc/key, mode: "0600", content: {inline: hunter2}}
            """);
    ctl("apply", "-f", secret.toString(), "--agent", "desk", "--wait");
    Path printed =
        Files.writeString(files.resolve("printed.yaml"), ctl("get", "manifest", "desk").out());

    Program back = ctl("apply", "-f", printed.toString(), "--agent", "desk");

    assertThat(back.exitCode()).isEqualTo(2);
    assertThat(back.err()).contains("--reveal");
    assertThat(device.pi().read("/etc/key")).isEqualTo("hunter2");
  }

  @Test
  void a_device_that_was_forgotten_gets_a_generation_above_what_it_may_have() throws Exception {
    ctl("apply", "-f", manifest("five"), "--agent", "gone");
    long before = generation(ctl("apply", "-f", manifest("six"), "--agent", "gone"));
    assertThat(ctl("delete", "agent", "gone", "-o", "json").out()).contains("Forgotten");

    Program again = ctl("apply", "-f", manifest("seven"), "--agent", "gone");

    assertThat(generation(again)).isEqualTo(before + 1);
    assertThat(ctl("history", "nobody").exitCode()).isEqualTo(1);
  }

  @Test
  void wait_does_not_take_what_was_for_what_is() throws Exception {
    device.stopAgent();
    try {
      ctl("apply", "-f", manifest("eight"), "--agent", "desk");

      Program ready = ctl("wait", "--agent", "desk", "--for=Ready", "--timeout", "3");

      assertThat(ready.exitCode()).isEqualTo(4);
      assertThat(ready.out()).contains("desk is not Ready after 2 s");
    } finally {
      device.startAgent();
    }
    assertThat(ctl("wait", "--agent", "desk", "--for=Ready").exitCode()).isZero();
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

  private static Program ctl(String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("-s", bed.nats().node(1).relayUrl()));
    return Program.run(tool(), new byte[0], all.toArray(String[]::new));
  }

  private static Path tool() {
    return Binaries.harmonyAgent().resolveSibling("harmonyctl");
  }
}
