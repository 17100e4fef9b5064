package io.harmonyagent.failover.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.harmonyagent.failover.site.DatabaseFailure;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs PostgreSQL's programs as its user, each for a bounded time. One dies with the agent, so that
 * the next agent finds nobody else at the data directory.
 */
final class Programs {
  private static final String USER = "postgres";
  private static final int SHOWN = 2_000;

  private final Installation installation;

  Programs(Installation installation) {
    this.installation = installation;
  }

  /** Runs one of PostgreSQL's; returns what it wrote. */
  String run(Duration within, String name, List<String> arguments)
      throws DatabaseFailure, InterruptedException {
    return run(within, name, arguments, "");
  }

  String run(Duration within, String name, List<String> arguments, String input)
      throws DatabaseFailure, InterruptedException {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("setpriv", "--reuid=" + USER, "--regid=" + USER, "--init-groups"));
    command.addAll(List.of("--pdeathsig=KILL", "--", "env", "-i", "LC_ALL=C.UTF-8", "HOME=/tmp"));
    command.addAll(List.of("PGCONNECT_TIMEOUT=5", installation.program(name)));
    command.addAll(arguments);
    return execute(within, name, command, input);
  }

  /** Makes a folder that is PostgreSQL's; one that exists is left as it is. */
  void makeFolder(Path folder, String mode) throws DatabaseFailure, InterruptedException {
    if (!Files.isDirectory(folder)) {
      List<String> command =
          List.of("install", "-d", "-o", USER, "-g", USER, "-m", mode, folder.toString());
      execute(Duration.ofSeconds(10), "install", command, "");
    }
  }

  /** An empty file that is PostgreSQL's. */
  void touch(Path file) throws DatabaseFailure, InterruptedException {
    List<String> command =
        List.of("install", "-o", USER, "-g", USER, "-m", "600", "/dev/null", file.toString());
    execute(Duration.ofSeconds(10), "install", command, "");
  }

  /** Removes what a folder holds, and leaves the folder. */
  void empty(Path folder) throws DatabaseFailure, InterruptedException {
    List<String> command = List.of("find", folder.toString(), "-mindepth", "1", "-delete");
    execute(Duration.ofMinutes(5), "find", command, "");
  }

  private static String execute(Duration within, String name, List<String> command, String input)
      throws DatabaseFailure, InterruptedException {
    @Nullable Path output = null;
    @Nullable Process process = null;
    try {
      // A file never fills up, as a pipe that nobody empties would.
      output = Files.createTempFile("harmony-", ".out");
      process =
          new ProcessBuilder(command)
              .directory(Path.of("/").toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      try (OutputStream in = process.getOutputStream()) {
        in.write(input.getBytes(UTF_8));
      }
      boolean ended = process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS);
      String said = Files.readString(output);
      if (!ended) {
        throw new DatabaseFailure(name + " did not end within " + within + ": " + end(said));
      }
      if (process.exitValue() != 0) {
        throw new DatabaseFailure(name + " failed: " + end(said));
      }
      return said;
    } catch (IOException e) {
      throw new DatabaseFailure(name + " could not be run: " + e.getMessage(), e);
    } finally {
      giveUp(process, output);
    }
  }

  private static void giveUp(@Nullable Process process, @Nullable Path output) {
    if (process != null && process.isAlive()) {
      process.destroyForcibly();
    }
    if (output != null) {
      output.toFile().delete();
    }
  }

  private static String end(String said) {
    String text = said.strip();
    return text.length() <= SHOWN ? text : "… " + text.substring(text.length() - SHOWN);
  }
}
