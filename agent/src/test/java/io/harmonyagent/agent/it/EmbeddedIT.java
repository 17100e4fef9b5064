package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The binary without any mesh, in a directory that stands for the device. Needs no testbed. */
class EmbeddedIT {
  @TempDir Path root;
  @TempDir Path elsewhere;

  @BeforeEach
  void a_device_with_a_name() throws IOException {
    Path config = Files.createDirectories(root.resolve("etc/harmony-agent"));
    Files.writeString(config.resolve("config.yaml"), "agent_id: bench\n");
  }

  @Test
  void the_example_converges_and_a_second_run_changes_nothing() throws Exception {
    Path manifest = Binaries.inRepository("examples/hello.yaml");

    Program first = runOnce(manifest);
    assertThat(first.exitCode()).isZero();
    assertThat(first.out()).contains("bench  generation").contains("Ready");
    List<Path> files = regularFiles();
    List<Object> before = identities(files);
    Program second = runOnce(manifest);

    assertThat(second.exitCode()).isZero();
    assertThat(regularFiles()).isEqualTo(files);
    assertThat(identities(files)).isEqualTo(before);
  }

  @Test
  void json_output_is_the_status_of_the_wire() throws Exception {
    Program result =
        run(
            "run",
            "--root",
            root.toString(),
            "--manifest",
            Binaries.inRepository("examples/hello.yaml").toString(),
            "--once",
            "-o",
            "json");

    assertThat(result.exitCode()).isZero();
    assertThat(result.out()).startsWith("{").contains("\"agent_id\": \"bench\"");
  }

  @Test
  void what_cannot_converge_exits_with_1_and_says_why() throws Exception {
    Files.writeString(Files.createDirectories(root.resolve("etc")).resolve("taken"), "theirs");
    Program result =
        runOnce(
            manifest(
                """
                resources:
                  - id: taken
                    spec: {kind: File, path: /etc/taken, content: {inline: ours}}
                  - id: after
                    depends_on: [taken]
                    spec: {kind: File, path: /etc/after, content: {inline: ours}}
                """));

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.out())
        .containsPattern("taken +File +Failed +AlreadyExists")
        .containsPattern("after +File +Blocked +waits for taken");
    assertThat(Files.readString(root.resolve("etc/taken"))).isEqualTo("theirs");
    assertThat(root.resolve("etc/after")).doesNotExist();
  }

  @Test
  void a_bad_manifest_exits_with_2_and_names_line_and_place() throws Exception {
    Program result =
        runOnce(manifest("resources:\n  - id: a\n    spec: {kind: File, path: relative}\n"));

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("manifest.yaml:3:").contains("/resources/0/spec/path");
    assertThat(root.resolve("var")).doesNotExist();
  }

  @Test
  void once_without_a_manifest_is_explained() throws Exception {
    assertThat(run("run", "--root", root.toString(), "--once").err())
        .contains("--once needs --manifest");
  }

  @Test
  void removed_resources_go_with_the_next_manifest() throws Exception {
    runOnce(
        manifest(
            """
            resources:
              - {id: a, spec: {kind: File, path: /srv/a, content: {inline: a}}}
              - {id: b, spec: {kind: File, path: /srv/b, content: {inline: b}}}
            """));
    Program result =
        runOnce(
            manifest(
                "resources:\n  - {id: b, spec: {kind: File, path: /srv/b, content: {inline: b}}}\n"));

    assertThat(result.exitCode()).isZero();
    assertThat(root.resolve("srv/a")).doesNotExist();
    assertThat(root.resolve("srv/b")).hasContent("b");
  }

  @Test
  void version_in_both_forms_and_help_with_examples() throws Exception {
    assertThat(run("version").out()).startsWith("harmony-agent ");
    assertThat(run("version", "-o", "json").out()).contains("\"version\"");
    assertThat(run("run", "--help").out()).contains("Examples:");
    assertThat(run("nonsense").exitCode()).isEqualTo(2);
  }

  @Test
  void as_a_daemon_it_takes_up_a_changed_file_and_ends_on_term() throws Exception {
    Path manifest =
        manifest(
            "resources:\n  - {id: a, spec: {kind: File, path: /srv/a, content: {inline: one}}}\n");
    Process daemon =
        new ProcessBuilder(
                Binaries.harmonyAgent().toString(),
                "run",
                "--root",
                root.toString(),
                "--manifest",
                manifest.toString())
            .redirectErrorStream(true)
            .redirectOutput(elsewhere.resolve("log").toFile())
            .start();
    try {
      awaitContent(root.resolve("srv/a"), "one");
      Files.writeString(root.resolve("srv/a"), "tampered");
      awaitContent(root.resolve("srv/a"), "one");
      Files.writeString(manifest, Files.readString(manifest).replace("one", "two"));
      awaitContent(root.resolve("srv/a"), "two");
    } finally {
      daemon.destroy();
    }
    assertThat(daemon.waitFor(2, TimeUnit.SECONDS)).isTrue();
    assertThat(daemon.exitValue()).isZero();
  }

  private Path manifest(String yaml) throws IOException {
    return Files.writeString(elsewhere.resolve("manifest.yaml"), yaml);
  }

  private Program runOnce(Path manifest) throws Exception {
    return run("run", "--root", root.toString(), "--manifest", manifest.toString(), "--once");
  }

  private static Program run(String... arguments) throws Exception {
    return Program.run(Binaries.harmonyAgent(), new byte[0], arguments);
  }

  private List<Path> regularFiles() throws IOException {
    try (var all = Files.walk(root)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static List<Object> identities(List<Path> files) throws IOException {
    List<Object> identities = new ArrayList<>();
    for (Path file : files) {
      identities.add(Files.readAttributes(file, "unix:ino,ctime"));
    }
    return identities;
  }

  private static void awaitContent(Path file, String content) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (!Files.exists(file) || !Files.readString(file).equals(content)) {
      assertThat(System.nanoTime()).as("%s has %s in time", file, content).isLessThan(deadline);
      Thread.onSpinWait();
    }
  }
}
