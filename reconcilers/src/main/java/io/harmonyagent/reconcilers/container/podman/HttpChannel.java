package io.harmonyagent.reconcilers.container.podman;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/**
 * Bytes to and from a unix socket, each wait with a deadline. The channel does not block: a
 * blocking one of a unix socket knows no timeouts.
 */
final class HttpChannel implements AutoCloseable {
  private static final int BUFFER = 16 * 1024;

  private final SocketChannel channel;
  private final Selector selector;
  private final SelectionKey key;
  private final ByteBuffer in = ByteBuffer.allocate(BUFFER).flip();

  private HttpChannel(SocketChannel channel, Selector selector, SelectionKey key) {
    this.channel = channel;
    this.selector = selector;
    this.key = key;
  }

  static HttpChannel open(Path socket) throws PodmanException {
    try {
      SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
      try {
        return connect(channel, socket);
      } catch (IOException e) {
        channel.close();
        throw e;
      }
    } catch (ClosedByInterruptException e) {
      throw new PodmanException.Interrupted();
    } catch (IOException | IllegalArgumentException e) {
      throw new PodmanException.Unreachable(socket + ": " + reason(e));
    }
  }

  private static HttpChannel connect(SocketChannel channel, Path socket) throws IOException {
    channel.configureBlocking(false);
    if (!channel.connect(UnixDomainSocketAddress.of(socket))) {
      throw new IOException("its queue of connections is full");
    }
    Selector selector = Selector.open();
    return new HttpChannel(channel, selector, channel.register(selector, 0));
  }

  void write(ByteBuffer bytes, Deadline deadline) throws PodmanException {
    try {
      while (bytes.hasRemaining()) {
        if (channel.write(bytes) == 0) {
          await(SelectionKey.OP_WRITE, deadline);
        }
      }
    } catch (ClosedByInterruptException e) {
      throw new PodmanException.Interrupted();
    } catch (PodmanException e) {
      throw e;
    } catch (IOException e) {
      throw new PodmanException.Broken("the connection broke: " + reason(e));
    }
  }

  /** The next byte, or -1 at the end. */
  int read(Deadline deadline) throws PodmanException {
    return fill(deadline) ? in.get() & 0xff : -1;
  }

  /** Some of the next bytes, one at least, or -1 at the end. */
  int read(byte[] into, int from, int most, Deadline deadline) throws PodmanException {
    if (!fill(deadline)) {
      return -1;
    }
    int some = Math.min(most, in.remaining());
    in.get(into, from, some);
    return some;
  }

  /** A line without its end; a longer one than {@code most} is none. */
  String readLine(int most, Deadline deadline) throws PodmanException {
    StringBuilder line = new StringBuilder();
    for (int c = read(deadline); c != '\n'; c = read(deadline)) {
      if (c < 0) {
        throw new PodmanException.Broken("the connection ended in the middle of an answer");
      }
      if (line.length() == most) {
        throw new PodmanException.Broken("the answer has a line of more than " + most + " bytes");
      }
      line.append((char) c);
    }
    int end = line.length() - 1;
    if (end >= 0 && line.charAt(end) == '\r') {
      line.setLength(end);
    }
    return line.toString();
  }

  /** Waits for a byte, or for the end; false if neither came in time. */
  boolean awaitByte(Deadline deadline) throws PodmanException {
    try {
      fill(deadline);
      return true;
    } catch (PodmanException.TimedOut e) {
      return false;
    }
  }

  /** Whether the other side has closed it, or sent what nobody asked for, while it was idle. */
  boolean isStale() {
    try {
      return in.hasRemaining() || channel.read(in.clear()) != 0;
    } catch (IOException e) {
      return true;
    } finally {
      in.limit(0);
    }
  }

  @Override
  public void close() {
    try (channel;
        selector) {
      key.cancel();
    } catch (IOException e) {
      // What cannot be closed is broken, and nobody uses it again.
      return;
    }
  }

  /** Whether there is a byte to take; if not, the other side has ended. */
  private boolean fill(Deadline deadline) throws PodmanException {
    if (in.hasRemaining()) {
      return true;
    }
    try {
      while (true) {
        in.clear();
        int read = channel.read(in);
        in.flip();
        if (read != 0) {
          return read > 0;
        }
        await(SelectionKey.OP_READ, deadline);
      }
    } catch (ClosedByInterruptException e) {
      throw new PodmanException.Interrupted();
    } catch (PodmanException e) {
      throw e;
    } catch (IOException e) {
      throw new PodmanException.Broken("the connection broke: " + reason(e));
    }
  }

  private void await(int operation, Deadline deadline) throws IOException {
    long left = deadline.leftMillis();
    if (left == 0) {
      throw new PodmanException.TimedOut("podman gave no answer in time");
    }
    key.interestOps(operation);
    selector.select(left);
    selector.selectedKeys().clear();
    if (Thread.currentThread().isInterrupted()) {
      throw new PodmanException.Interrupted();
    }
  }

  private static String reason(Exception e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
