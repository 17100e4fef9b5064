package io.harmonyagent.testbed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a command on this machine to its end, for a bounded time. */
final class Commands {
  static final Duration LIMIT = Duration.ofSeconds(30);

  private static final Path NOTHING = Path.of("/dev/null");

  private Commands() {}

  static Output run(String... command) {
    return run(LIMIT, NOTHING, List.of(command));
  }

  static Output run(Duration limit, List<String> command) {
    return run(limit, NOTHING, command);
  }

  /** With that on its standard input. */
  static Output run(byte[] input, List<String> command) {
    return withFile(
        file -> {
          Files.write(file, input);
          return run(LIMIT, file, command);
        });
  }

  /** With that file on its standard input. */
  static Output run(Path input, List<String> command) {
    return run(LIMIT, input, command);
  }

  /**
   * What goes in and comes out are files and not pipes: a pipe stays open for as long as any child
   * of the command lives; a file can be read as soon as the command itself has ended.
   */
  private static Output run(Duration limit, Path input, List<String> command) {
    return withFile(
        out ->
            withFile(
                err -> {
                  Process process =
                      new ProcessBuilder(command)
                          .redirectInput(input.toFile())
                          .redirectOutput(out.toFile())
                          .redirectError(err.toFile())
                          .start();
                  if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                    process.descendants().forEach(ProcessHandle::destroyForcibly);
                    process.destroyForcibly().waitFor();
                    throw new TestbedException(
                        "not done after %s: %s%n%s%s"
                            .formatted(limit, String.join(" ", command), text(out), text(err)));
                  }
                  return new Output(command, process.exitValue(), text(out), text(err));
                }));
  }

  @FunctionalInterface
  private interface Use {
    Output of(Path file) throws IOException, InterruptedException;
  }

  private static Output withFile(Use use) {
    try {
      Path file = Files.createTempFile("testbed", null);
      try {
        return use.of(file);
      } finally {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TestbedException("interrupted while a command runs", e);
    }
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), UTF_8);
  }
}
