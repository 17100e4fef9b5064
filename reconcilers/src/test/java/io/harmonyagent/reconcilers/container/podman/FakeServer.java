package io.harmonyagent.reconcilers.container.podman;

import static java.nio.charset.StandardCharsets.UTF_8;

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

/** A server on a real unix socket that answers whatever a test wants podman never to answer. */
public final class FakeServer implements AutoCloseable {
  /** What to do with one connection. */
  @FunctionalInterface
  public interface Script {
    void serve(Connection connection) throws IOException;
  }

  /** One connection, from the server's side. */
  public record Connection(SocketChannel channel, List<String> requests) {
    /** Reads up to the end of a request's head (no test sends a body that matters). */
    public boolean hear() throws IOException {
      StringBuilder head = new StringBuilder();
      ByteBuffer one = ByteBuffer.allocate(1);
      while (head.indexOf("\r\n\r\n") < 0) {
        one.clear();
        if (channel.read(one) < 0) {
          return false;
        }
        head.append((char) one.get(0));
      }
      requests.add(head.substring(0, head.indexOf(" HTTP")));
      return true;
    }

    /** The last request, as in {@code GET /path}. */
    public String request() {
      return requests.getLast();
    }

    public void say(String text) throws IOException {
      ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }
  }

  final List<String> requests = new CopyOnWriteArrayList<>();
  final List<SocketChannel> connections = new CopyOnWriteArrayList<>();
  private final ServerSocketChannel server;

  public FakeServer(Path socket, Script... scripts) throws IOException {
    server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket));
    Thread.ofVirtual().start(() -> accept(scripts));
  }

  /** The first connection gets the first script, and so on; the last one serves all further. */
  private void accept(Script... scripts) {
    try {
      for (int i = 0; true; i++) {
        SocketChannel channel = server.accept();
        connections.add(channel);
        Script script = scripts[Math.min(i, scripts.length - 1)];
        Thread.ofVirtual().start(() -> serve(channel, script));
      }
    } catch (IOException e) {
      // The test is over.
      return;
    }
  }

  private void serve(SocketChannel channel, Script script) {
    try (channel) {
      script.serve(new Connection(channel, requests));
    } catch (IOException e) {
      // The client has gone, as some tests want.
      return;
    }
  }

  @Override
  public void close() {
    try {
      server.close();
      for (SocketChannel channel : connections) {
        channel.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
