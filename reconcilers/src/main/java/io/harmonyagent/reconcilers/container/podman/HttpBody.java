package io.harmonyagent.reconcilers.container.podman;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The body of an answer while it is being read. */
final class HttpBody {
  private static final int MOST_CHUNK_HEAD = 256;

  private final HttpChannel channel;
  private final HttpAnswer.Framing framing;

  /** Of a body of known length what is left of it; of a chunked one what is left of the chunk. */
  private long left;

  private boolean atEnd;

  HttpBody(HttpChannel channel, HttpAnswer.Framing framing) {
    this.channel = channel;
    this.framing = framing;
    switch (framing) {
      case HttpAnswer.Framing.Empty _ -> atEnd = true;
      case HttpAnswer.Framing.Length(long bytes) -> {
        left = bytes;
        atEnd = bytes == 0;
      }
      case HttpAnswer.Framing.Chunked _, HttpAnswer.Framing.UntilClose _ -> {}
    }
  }

  byte[] readAll(int most, Deadline deadline) throws PodmanException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] some = new byte[8 * 1024];
    for (int n = read(some, deadline); n >= 0; n = read(some, deadline)) {
      if (all.size() + n > most) {
        throw new PodmanException.Broken("the answer has more than " + most + " bytes");
      }
      all.write(some, 0, n);
    }
    return all.toByteArray();
  }

  /** The next line, or nothing at the end. */
  Optional<String> readLine(int most, Deadline deadline) throws PodmanException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    byte[] one = new byte[1];
    while (read(one, deadline) > 0) {
      if (one[0] == '\n') {
        return Optional.of(line.toString(StandardCharsets.UTF_8));
      }
      if (line.size() == most) {
        throw new PodmanException.Broken("a line has more than " + most + " bytes");
      }
      line.write(one[0]);
    }
    return line.size() == 0 ? Optional.empty() : Optional.of(line.toString(StandardCharsets.UTF_8));
  }

  /** Some bytes, one at least, or -1 at the end. */
  int read(byte[] into, Deadline deadline) throws PodmanException {
    if (!atEnd && left == 0 && framing instanceof HttpAnswer.Framing.Chunked) {
      nextChunk(deadline);
    }
    if (atEnd) {
      return -1;
    }
    boolean bounded = !(framing instanceof HttpAnswer.Framing.UntilClose);
    int most = bounded ? (int) Math.min(into.length, left) : into.length;
    int read = channel.read(into, 0, most, deadline);
    if (read < 0) {
      atEnd = true;
      if (bounded) {
        throw new PodmanException.Broken("the connection ended in the middle of an answer");
      }
      return -1;
    }
    if (bounded) {
      left -= read;
      if (left == 0) {
        endOfPart(deadline);
      }
    }
    return read;
  }

  private void endOfPart(Deadline deadline) throws PodmanException {
    if (framing instanceof HttpAnswer.Framing.Chunked) {
      if (!channel.readLine(MOST_CHUNK_HEAD, deadline).isEmpty()) {
        throw new PodmanException.Broken("a chunk is longer than it said");
      }
    } else {
      atEnd = true;
    }
  }

  private void nextChunk(Deadline deadline) throws PodmanException {
    String head = channel.readLine(MOST_CHUNK_HEAD, deadline);
    int extension = head.indexOf(';');
    String digits = (extension < 0 ? head : head.substring(0, extension)).strip();
    left =
        HttpAnswer.number(digits, 16)
            .orElseThrow(() -> new PodmanException.Broken("a chunk's length is no number"));
    if (left == 0) {
      atEnd = true;
      for (int i = 0; !channel.readLine(MOST_CHUNK_HEAD, deadline).isEmpty(); i++) {
        if (i == 16) {
          throw new PodmanException.Broken("the answer does not end");
        }
      }
    }
  }
}
