package io.harmonyagent.failover.fencing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.OptionalLong;

/**
 * The deadline in the memory of the machine, where its holder looks when the time that it knew is
 * over: hundredths of a second since the machine was switched on, as {@code /proc/uptime} has them.
 */
final class DeadlineFile {
  private static final int MS_PER_STEP = 10;
  private static final int STEPS = 100;

  private final Path file;
  private final Path fresh;
  private final Path nudge;

  DeadlineFile(String cluster) {
    Path folder = Path.of("/run/harmony-postgres", cluster);
    this.file = folder.resolve("deadline");
    this.fresh = folder.resolve("deadline.new");
    this.nudge = folder.resolve("nudge");
  }

  /** Rounds down: rather too early. */
  void replace(long deadlineMs) throws IOException {
    long before = read().orElse(Long.MAX_VALUE);
    long steps = Math.max(0, deadlineMs / MS_PER_STEP);
    String text = "%d.%02d%n".formatted(steps / STEPS, steps % STEPS);
    Files.write(fresh, text.getBytes(US_ASCII));
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    if (deadlineMs < before) {
      nudge();
    }
  }

  /** The holder would look too late at one that has come nearer. */
  private void nudge() throws IOException {
    if (Files.exists(nudge)) {
      // For reading too: a pipe that nobody reads holds a writer alone for ever.
      try (FileChannel pipe =
          FileChannel.open(nudge, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        pipe.write(ByteBuffer.wrap(new byte[] {'\n'}));
      }
    }
  }

  OptionalLong read() throws IOException {
    try {
      String text = Files.readString(file).strip();
      return text.matches("[0-9]{1,12}[.][0-9]{2}")
          ? OptionalLong.of(Long.parseLong(text.replace(".", "")) * MS_PER_STEP)
          : OptionalLong.empty();
    } catch (NoSuchFileException e) {
      return OptionalLong.empty();
    }
  }

  void remove() throws IOException {
    Files.deleteIfExists(file);
  }
}
