package io.harmonyagent.agent.update;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What a build answered when it was run with a question, and ended soon.
 *
 * @param ended whether it did so by itself
 * @param text the end of what it said, which is where programs complain
 */
record Asked(boolean ended, int exitCode, String text) {
  private static final int LETTERS_FOR_PEOPLE = 300;

  /** {@code scratch} is a file for its words, and is gone afterwards. */
  static Asked of(Path program, List<String> question, Duration patience, Path scratch)
      throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of(program.toString()));
    line.addAll(question);
    ProcessBuilder command = new ProcessBuilder(line);
    command.environment().keySet().removeIf(Asked::isOurOwnBusiness);
    command.redirectErrorStream(true).redirectOutput(scratch.toFile());
    Process process = command.start();
    try {
      process.getOutputStream().close();
      boolean ended = process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
      return new Asked(ended, ended ? process.exitValue() : -1, endOf(scratch));
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      Files.deleteIfExists(scratch);
    }
  }

  private static String endOf(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
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
