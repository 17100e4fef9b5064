package io.harmonyagent.bench.demo;

import io.harmonyagent.bench.Repository;
import io.harmonyagent.bench.Units;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The agent without a mesh and without root, in a temporary directory that stands for a device. */
final class EmbeddedDemo {
  private final Narrator narrator;
  private final Repository repository;

  EmbeddedDemo(Narrator narrator, Repository repository) {
    this.narrator = narrator;
    this.repository = repository;
  }

  void show() throws IOException, InterruptedException {
    Path device = Files.createTempDirectory("harmony-agent-demo");
    Thread cleanUp = new Thread(() -> delete(device), "demo-clean-up");
    Runtime.getRuntime().addShutdownHook(cleanUp);
    Duration converged = runAgent(device);
    Path greeting = device.resolve("etc/hello/greeting.conf");
    String wanted = Files.readString(greeting);

    String byHand = "greeting = \"I was here\"\n";
    narrator.say("* Somebody overwrites " + greeting + ":");
    narrator.quote(byHand);
    Files.writeString(greeting, byHand);
    Duration repaired = runAgent(device);
    String now = Files.readString(greeting);
    if (!now.equals(wanted)) {
      throw new IllegalStateException(greeting + " was not repaired: " + now);
    }
    narrator.say("  It is again what it should be:");
    narrator.quote(now);

    narrator.say("");
    narrator.say("Measured:");
    narrator.measured("size of the binary", Figure.megabytes(Units.megabytes(repository.binary())));
    narrator.measured(
        "time to converge", Figure.millis(converged) + " (the program's start and end included)");
    narrator.measured("time to repair", Figure.millis(repaired) + " (likewise)");
    narrator.say("");
  }

  private Duration runAgent(Path device) throws IOException, InterruptedException {
    List<String> command =
        List.of(
            repository.binary().toString(),
            "run",
            "--manifest",
            repository.file(Demo.MANIFEST).toString(),
            "--once",
            "--root",
            device.toString());
    narrator.say("* " + String.join(" ", command));
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.INHERIT);
    builder.environment().put("HARMONY_AGENT_ID", "demo");
    builder.environment().put("HARMONY_LOG_LEVEL", "warn");
    long start = System.nanoTime();
    Process agent = builder.start();
    String table = new String(agent.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int exitCode = agent.waitFor();
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    narrator.quote(table);
    if (exitCode != 0) {
      throw new IllegalStateException("the agent did not converge: exit code " + exitCode);
    }
    return took;
  }

  private static void delete(Path directory) {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
