package io.harmonyagent.agent.it;

import io.harmonyagent.testbed.Testbed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A terminal with a shell in it, as a person would sit at it: tmux is the screen and the keys. */
final class Tmux implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final Testbed bed;
  private final Path folder;

  private Tmux(Testbed bed, Path folder) {
    this.bed = bed;
    this.folder = folder;
  }

  static Tmux open(Testbed bed, int columns, int rows) throws IOException {
    Tmux tmux = new Tmux(bed, Files.createTempDirectory("tmux"));
    tmux.run(
        "new-session",
        "-d",
        "-x",
        Integer.toString(columns),
        "-y",
        Integer.toString(rows),
        "env -u NO_COLOR PS1='ready> ' TERM=screen-256color sh");
    tmux.await(screen -> screen.contains("ready>"));
    return tmux;
  }

  /** Types a line into the shell. */
  void type(String line) {
    run("send-keys", "-l", line);
    press("Enter");
  }

  /** Presses keys by tmux's names, such as {@code Down} or {@code C-c}. */
  void press(String... keys) {
    for (String key : keys) {
      run("send-keys", key);
    }
  }

  void resize(int columns, int rows) {
    run("resize-window", "-x", Integer.toString(columns), "-y", Integer.toString(rows));
  }

  /** What a person sees, without the spaces at the ends. */
  String screen() {
    return run("capture-pane", "-p").stripTrailing();
  }

  /** The same with its colours, as escape sequences. */
  String colours() {
    return run("capture-pane", "-p", "-e");
  }

  String await(Predicate<String> wanted) {
    return bed.eventually(LIMIT, this::screen, wanted);
  }

  /** Waits until all of these can be seen at once. */
  String awaitAll(String... texts) {
    return await(screen -> List.of(texts).stream().allMatch(screen::contains));
  }

  /** The program in the foreground. */
  long program() {
    long shell = Long.parseLong(run("display-message", "-p", "#{pane_pid}").strip());
    return bed.eventually(
        LIMIT,
        () ->
            ProcessHandle.of(shell).stream()
                .flatMap(ProcessHandle::children)
                .mapToLong(ProcessHandle::pid)
                .findFirst()
                .orElse(0),
        pid -> pid != 0);
  }

  @Override
  public void close() {
    run("kill-server");
    try {
      Files.deleteIfExists(folder.resolve("socket"));
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String run(String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of("tmux", "-f", "/dev/null", "-u", "-S", folder.resolve("socket").toString()));
    command.addAll(List.of(arguments));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(10, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IllegalStateException(command + ": " + out);
      }
      return out;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
