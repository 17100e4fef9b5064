package io.harmonyagent.reconcilers.container.podman;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1.1 over a unix socket. A few connections are kept for the next request. How many calls
 * there are at a time is bounded, and so are the descriptors that they cost (three each); those
 * that change something, which may take as long as a program takes to stop, leave those that only
 * look alone. Streams are not counted: whoever opens them bounds them.
 */
final class UnixHttp implements AutoCloseable {
  private static final int MOST_LOOKS = 8;
  private static final int MOST_CHANGES = 16;
  private static final int MOST_IDLE = 2;

  /** As much as a device with some thousand containers would list. */
  private static final int MOST_BYTES = 8 * 1024 * 1024;

  /** An answer with its body. */
  static final class Full {
    private final int status;
    private final byte[] body;

    private Full(int status, byte[] body) {
      this.status = status;
      this.body = body;
    }

    int status() {
      return status;
    }

    byte[] body() {
      return body;
    }

    boolean isSuccess() {
      return status >= 200 && status < 300;
    }
  }

  private final Path socket;
  private final Semaphore looks = new Semaphore(MOST_LOOKS);
  private final Semaphore changes = new Semaphore(MOST_CHANGES);
  private final Deque<HttpChannel> idle = new ArrayDeque<>();
  private boolean closed;

  UnixHttp(Path socket) {
    this.socket = socket;
  }

  Full call(HttpRequest request, Duration time) throws PodmanException {
    Deadline deadline = Deadline.in(time);
    Semaphore free = request.changesNothing() ? looks : changes;
    take(free, deadline);
    try {
      HttpChannel kept = takeIdle();
      if (kept != null) {
        try {
          return exchange(kept, request, deadline);
        } catch (PodmanException.Broken e) {
          // podman may close an idle connection in the moment in which we use it. Whether it has
          // heard us nobody knows, so only what may be asked twice is.
          if (!request.isIdempotent()) {
            throw e;
          }
        }
      }
      return exchange(HttpChannel.open(socket), request, deadline);
    } finally {
      free.release();
    }
  }

  /**
   * An answer as a stream, on a connection of its own, which is closed with it. The answer's head
   * must come within {@code time}; a refusal is read as a whole and thrown.
   */
  HttpStream stream(HttpRequest request, Duration time) throws PodmanException {
    Deadline deadline = Deadline.in(time);
    HttpChannel channel = HttpChannel.open(socket);
    boolean open = false;
    try {
      channel.write(request.bytes(), deadline);
      HttpAnswer answer = HttpAnswer.read(channel, deadline);
      HttpBody body = new HttpBody(channel, answer.framing());
      if (!answer.isSuccess()) {
        throw Answers.refusal(answer.status(), body.readAll(MOST_BYTES, deadline));
      }
      open = true;
      return new HttpStream(channel, body);
    } finally {
      if (!open) {
        channel.close();
      }
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    idle.forEach(HttpChannel::close);
    idle.clear();
  }

  private Full exchange(HttpChannel channel, HttpRequest request, Deadline deadline)
      throws PodmanException {
    boolean keep = false;
    try {
      channel.write(request.bytes(), deadline);
      HttpAnswer answer = HttpAnswer.read(channel, deadline);
      byte[] body = new HttpBody(channel, answer.framing()).readAll(MOST_BYTES, deadline);
      keep = answer.keepAlive() && giveBack(channel);
      return new Full(answer.status(), body);
    } finally {
      if (!keep) {
        channel.close();
      }
    }
  }

  private static void take(Semaphore free, Deadline deadline) throws PodmanException {
    try {
      if (!free.tryAcquire(deadline.leftMillis(), TimeUnit.MILLISECONDS)) {
        throw new PodmanException.TimedOut("podman is busy with all that was asked of it before");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PodmanException.Interrupted();
    }
  }

  private synchronized @Nullable HttpChannel takeIdle() {
    for (HttpChannel kept = idle.poll(); kept != null; kept = idle.poll()) {
      if (!kept.isStale()) {
        return kept;
      }
      kept.close();
    }
    return null;
  }

  private synchronized boolean giveBack(HttpChannel channel) {
    if (closed || idle.size() >= MOST_IDLE) {
      return false;
    }
    idle.push(channel);
    return true;
  }
}
