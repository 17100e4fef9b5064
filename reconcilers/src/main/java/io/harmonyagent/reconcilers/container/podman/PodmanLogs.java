package io.harmonyagent.reconcilers.container.podman;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;

/**
 * What a container printed, as it comes: frames of bytes, each with a head of its stream's number
 * and its length.
 */
public final class PodmanLogs implements AutoCloseable {
  private static final int HEAD = 8;
  private static final int LENGTH_AT = 4;

  /** A frame is a line; longer than this is none that a log driver keeps. */
  private static final int MOST_BYTES = 1024 * 1024;

  private static final Duration SILENCE_WITHIN_A_FRAME = Duration.ofSeconds(10);
  private static final Duration LOOK_EVERY = Duration.ofHours(1);

  private final HttpStream stream;

  PodmanLogs(HttpStream stream) {
    this.stream = stream;
  }

  /** Waits for what comes next; nothing when there is no more to come. */
  public Optional<byte[]> next() throws PodmanException {
    while (!stream.awaitMore(LOOK_EVERY)) {
      // An interrupt ends the wait; else there is nothing to do while nothing is printed.
    }
    Optional<byte[]> head = exactly(HEAD);
    if (head.isEmpty()) {
      return Optional.empty();
    }
    int length = ByteBuffer.wrap(head.get()).getInt(LENGTH_AT);
    if (length < 0 || length > MOST_BYTES) {
      throw new PodmanException.Broken("a frame of the log has " + length + " bytes");
    }
    return Optional.of(exactly(length).orElseThrow(PodmanLogs::endedWithin));
  }

  @Override
  public void close() {
    stream.close();
  }

  /** Nothing at the end of the stream, which must not be inside of a frame. */
  private Optional<byte[]> exactly(int length) throws PodmanException {
    byte[] bytes = new byte[length];
    int filled = 0;
    while (filled < length) {
      byte[] some = new byte[length - filled];
      int read = stream.read(some, SILENCE_WITHIN_A_FRAME);
      if (read < 0 && filled == 0) {
        return Optional.empty();
      }
      if (read < 0) {
        throw endedWithin();
      }
      System.arraycopy(some, 0, bytes, filled, read);
      filled += read;
    }
    return Optional.of(bytes);
  }

  private static PodmanException endedWithin() {
    return new PodmanException.Broken("the log ended inside of a frame");
  }
}
