package io.harmonyagent.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;

/** The wall clock of a server that is run by the program {@code clock.c}. */
record OwnClock(Path program, Path file) {

  static OwnClock of(Run run, String member) {
    OwnClock clock = new OwnClock(run.program("clock"), run.folder("clock").resolve(member));
    clock.setAhead(Duration.ZERO);
    return clock;
  }

  List<String> prefix() {
    return List.of(program.toString(), file.toString());
  }

  /** Takes effect at the program's next look at it. */
  void setAhead(Duration ahead) {
    ByteBuffer nanos = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
    nanos.putLong(0, ahead.toNanos());
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      // In place: the program has it mapped.
      channel.write(nanos, 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
