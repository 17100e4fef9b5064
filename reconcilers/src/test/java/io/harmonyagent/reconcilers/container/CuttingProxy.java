package io.harmonyagent.reconcilers.container;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands between the reconciler and podman and cuts the line at the n-th request that changes
 * something, before podman hears it or before its answer is heard: what a crash of the agent at
 * that moment looks like to podman.
 */
final class CuttingProxy implements AutoCloseable {
  private final Path podman;
  private final int cutAt;
  private final boolean podmanHearsIt;
  private final ServerSocketChannel server;
  private final AtomicInteger changes = new AtomicInteger();
  private final List<SocketChannel> open = new CopyOnWriteArrayList<>();
  private volatile boolean cut;

  CuttingProxy(Path at, Path podman, int cutAt, boolean podmanHearsIt) {
    this.podman = podman;
    this.cutAt = cutAt;
    this.podmanHearsIt = podmanHearsIt;
    try {
      server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      server.bind(UnixDomainSocketAddress.of(at));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofPlatform().daemon().start(this::accept);
  }

  /** Whether it came to the cut at all. */
  boolean hasCut() {
    return cut;
  }

  private void accept() {
    try {
      while (true) {
        SocketChannel client = server.accept();
        SocketChannel upstream = SocketChannel.open(UnixDomainSocketAddress.of(podman));
        open.addAll(List.of(client, upstream));
        Thread.ofPlatform().daemon().start(() -> relay(client, upstream, true));
        Thread.ofPlatform().daemon().start(() -> relay(upstream, client, false));
      }
    } catch (IOException e) {
      // The test is over, or the line is cut.
      return;
    }
  }

  private void relay(SocketChannel from, SocketChannel to, boolean requests) {
    ByteBuffer buffer = ByteBuffer.allocate(64 * 1024);
    try (from;
        to) {
      while (from.read(buffer.clear()) >= 0) {
        buffer.flip();
        boolean last = requests && isChange(buffer) && changes.incrementAndGet() == cutAt;
        if (last) {
          cut = true;
          if (podmanHearsIt) {
            write(to, buffer);
          }
          close();
          return;
        }
        write(to, buffer);
      }
    } catch (IOException e) {
      // One side has gone; the other goes too.
      return;
    }
  }

  private static boolean isChange(ByteBuffer bytes) {
    byte[] begin = new byte[Math.min(7, bytes.remaining())];
    bytes.get(bytes.position(), begin);
    String method = new String(begin, US_ASCII);
    return method.startsWith("POST ") || method.startsWith("DELETE ");
  }

  private static void write(SocketChannel to, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      to.write(bytes);
    }
  }

  @Override
  public void close() {
    try {
      server.close();
      for (SocketChannel channel : open) {
        channel.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
