package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs every example that the help texts and the page of harmonyctl give, as they stand, in a shell
 * beside a mesh with the device that they speak of. An example that the tool does not understand is
 * worse than none. What an example achieves is for the other tests to say.
 */
class HelpExamplesIT {
  private static final String WRITTEN_FOR = "nats://127.0.0.1:4222";
  private static final String WRITTEN_FOR_TLS = "tls://mesh.example:4222";
  private static final Pattern COMMAND = Pattern.compile("^ {2}([a-z][a-z-]*) .*");

  /**
   * Of others' parts, which need more than this test sets up: a terminal, two sites, a build, a
   * generation. That they are understood is for DocumentedExamplesTest to say.
   */
  private static final Set<String> ELSEWHERE = Set.of("top", "failover", "update", "sign");

  /** Those of getting-started.md are run by its own test. */
  private static final List<String> PAGES =
      List.of("harmonyctl.md", "manifest.md", "mesh.md", "status.md", "trust.md");

  @RegisterExtension static final Testbed bed = Testbed.withNats(1);

  @TempDir static Path home;

  @BeforeAll
  static void the_device_that_the_examples_speak_of() throws Exception {
    assertThat(shell("harmonyctl config set test -s " + bed.nats().node(1).relayUrl())).isZero();
    assertThat(shell("harmonyctl init")).isZero();
    Device.running(bed, "pi-kitchen");
    Files.writeString(home.resolve("app.tar"), "not really");
    Files.copy(Binaries.inRepository("examples/hello.yaml"), home.resolve("device.yaml"));
    assertThat(shell("openssl genpkey -algorithm ed25519 -out ops-2026.pem")).isZero();
    Files.createSymbolicLink(home.resolve("examples"), Binaries.inRepository("examples"));
    for (String directory : List.of(".zfunc", ".config/fish/completions")) {
      Files.createDirectories(home.resolve(directory));
    }
    assertThat(shell("harmonyctl label pi-kitchen site=barn")).isZero();
    assertThat(shell("harmonyctl config set old -s nats://127.0.0.1:4222")).isZero();
  }

  @Test
  void every_example_is_understood() throws Exception {
    Set<String> examples = new LinkedHashSet<>();
    collect(new ArrayList<>(), examples);
    for (String page : PAGES) {
      Files.readString(Binaries.inRepository("docs/" + page))
          .lines()
          .filter(line -> line.startsWith("    harmonyctl "))
          .map(line -> line.replaceFirst(" {2,}# .*", "").strip())
          .filter(line -> ELSEWHERE.stream().noneMatch(line.substring(11)::startsWith))
          .forEach(examples::add);
    }
    assertThat(examples).hasSizeGreaterThan(30);

    List<String> wrong = new ArrayList<>();
    for (String example : examples) {
      int exit = shell(runnable(example));
      // 124: it follows a log, and was told to stop.
      if (exit == 2 || (exit > 4 && exit != 124)) {
        wrong.add(exit + ": " + example + "\n" + Files.readString(home.resolve("said")));
      }
    }

    assertThat(wrong).isEmpty();
  }

  /** The examples of this command and of all below it, from what it says itself. */
  private static void collect(List<String> path, Set<String> examples) throws Exception {
    List<String> command = new ArrayList<>(path);
    command.add("--help");
    String help = Program.run(tool(), new byte[0], command.toArray(String[]::new)).out();
    boolean inExamples = false;
    boolean inCommands = false;
    for (String line : help.lines().toList()) {
      inExamples = line.startsWith("Example") || (inExamples && !line.isBlank());
      inCommands = line.equals("Commands:") || (inCommands && !line.isBlank());
      if (inExamples && line.startsWith("  harmonyctl ")) {
        examples.add(line.strip());
      }
      Matcher name = COMMAND.matcher(line);
      if (inCommands && name.matches() && !ELSEWHERE.contains(name.group(1))) {
        List<String> below = new ArrayList<>(path);
        below.add(name.group(1));
        collect(below, examples);
      }
    }
  }

  private static String runnable(String example) {
    return example
        .replace(WRITTEN_FOR, bed.nats().node(1).relayUrl())
        .replace(WRITTEN_FOR_TLS, bed.nats().node(1).relayUrl())
        .replace("/etc/bash_completion.d/harmonyctl", "completion.bash");
  }

  private static int shell(String line) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder("timeout", "8", "bash", "-c", line)
            .directory(home.toFile())
            .redirectErrorStream(true)
            .redirectOutput(home.resolve("said").toFile());
    builder.environment().put("HOME", home.toString());
    builder.environment().remove("XDG_CONFIG_HOME");
    builder.environment().put("HARMONYCTL_CONFIG", home.resolve("contexts").toString());
    builder
        .environment()
        .merge(
            "PATH", tool().toAbsolutePath().resolveSibling("") + ":", (path, ours) -> ours + path);
    Process process = builder.start();
    process.getOutputStream().close();
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  private static Path tool() {
    return Binaries.harmonyAgent().resolveSibling("harmonyctl");
  }
}
