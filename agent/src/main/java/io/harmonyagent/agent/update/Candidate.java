package io.harmonyagent.agent.update;

import io.harmonyagent.core.manifest.AgentRelease;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Asks a build that is not in force yet whether it works here, without letting it do anything. */
final class Candidate {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int LETTERS_FOR_PEOPLE = 300;

  private final Path program;
  private final Path scratch;

  Candidate(Path program, Path runtime) {
    this.program = program;
    this.scratch = runtime.resolve("candidate.out");
  }

  /** What is wrong with it, if anything is. */
  Optional<String> objection(AgentRelease release) throws IOException, InterruptedException {
    Answer version = ask("version");
    if (version.ended() && version.exitCode() == 0) {
      String says = version.text().strip();
      if (!says.endsWith(" " + release.version())) {
        return Optional.of(
            "it should be version " + release.version() + ", and says that it is: " + says);
      }
    } else {
      return Optional.of(version.trouble("version"));
    }
    Answer test = ask("selftest");
    return test.ended() && test.exitCode() == 0
        ? Optional.empty()
        : Optional.of(test.trouble("selftest"));
  }

  private record Answer(boolean ended, int exitCode, String text) {
    String trouble(String question) {
      return "its '"
          + question
          + (ended
              ? "' ended with " + exitCode
              : "' did not end within " + PATIENCE.toSeconds() + " s")
          + (text.isBlank() ? "" : ": " + text.strip().replaceAll("\\R", "; "));
    }
  }

  private Answer ask(String question) throws IOException, InterruptedException {
    ProcessBuilder command = new ProcessBuilder(program.toString(), question);
    command.environment().keySet().removeIf(Candidate::isOurOwnBusiness);
    command.redirectErrorStream(true).redirectOutput(scratch.toFile());
    Process process;
    try {
      process = command.start();
    } catch (IOException e) {
      return new Answer(true, -1, String.valueOf(e.getMessage()));
    }
    process.getOutputStream().close();
    try {
      boolean ended = process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      String text = text();
      return new Answer(ended, ended ? process.exitValue() : -1, text);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      Files.deleteIfExists(scratch);
    }
  }

  /** The end of what it said, which is where programs complain. */
  private String text() throws IOException {
    try (FileChannel channel = FileChannel.open(scratch)) {
      ByteBuffer end = ByteBuffer.allocate(LETTERS_FOR_PEOPLE);
      channel.read(end, Math.max(0, channel.size() - LETTERS_FOR_PEOPLE));
      return new String(end.array(), 0, end.position(), StandardCharsets.UTF_8);
    }
  }

  /** It must not speak to systemd in our name, nor take itself for what runs. */
  private static boolean isOurOwnBusiness(String variable) {
    return variable.equals("NOTIFY_SOCKET")
        || variable.startsWith("WATCHDOG_")
        || Launcher.runningImage(Map.of(variable, "")).isPresent();
  }
}
