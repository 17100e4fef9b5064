package io.harmonyagent.reconcilers.container.podman;

import java.time.Duration;
import java.util.Optional;

/** An answer that comes line by line, over a time that nobody knows beforehand. */
final class HttpStream implements AutoCloseable {
  private static final int MOST_LINE = 256 * 1024;

  private final HttpChannel channel;
  private final HttpBody body;

  HttpStream(HttpChannel channel, HttpBody body) {
    this.channel = channel;
    this.body = body;
  }

  /** Waits for something to read (the end is something, too); false if nothing came in time. */
  boolean awaitMore(Duration time) throws PodmanException {
    return channel.awaitByte(Deadline.in(time));
  }

  /** The next line, or nothing at the end. */
  Optional<String> nextLine(Duration silence) throws PodmanException {
    return body.readLine(MOST_LINE, Deadline.in(silence));
  }

  /** Some bytes, one at least, or -1 at the end. */
  int read(byte[] into, Duration silence) throws PodmanException {
    return body.read(into, Deadline.in(silence));
  }

  @Override
  public void close() {
    channel.close();
  }
}
