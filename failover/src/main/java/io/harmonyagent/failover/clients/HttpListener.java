package io.harmonyagent.failover.clients;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Answers one short request for each connection, all on the calling thread and without ever waiting
 * for one of them. Bounded in every way: so many connections, so many bytes, so much time; of too
 * many the oldest goes, so that those who are slow on purpose keep nobody out.
 */
final class HttpListener implements AutoCloseable {
  private static final int CONNECTIONS_MAX = 64;
  private static final int REQUEST_BYTES_MAX = 4_096;
  private static final long CONNECTION_MAX_NS = 2_000_000_000L;
  private static final long LOOK_EVERY_MS = 500;

  /** One connection: what has come, and then what is left to send. */
  private static final class Talk {
    private final long bornNs = System.nanoTime();
    private final ByteBuffer request = ByteBuffer.allocate(REQUEST_BYTES_MAX);
    private @Nullable ByteBuffer answer;
  }

  private final Function<String, byte[]> answers;
  private final Selector selector;
  private final ServerSocketChannel server;

  private HttpListener(
      Selector selector, ServerSocketChannel server, Function<String, byte[]> answers) {
    this.selector = selector;
    this.server = server;
    this.answers = answers;
  }

  /**
   * @param answers from the first line of a request to the whole answer; must not wait
   */
  static HttpListener open(InetSocketAddress address, Function<String, byte[]> answers)
      throws IOException {
    Selector selector = Selector.open();
    try {
      ServerSocketChannel server = ServerSocketChannel.open();
      try {
        server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        server.bind(address);
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
        return new HttpListener(selector, server, answers);
      } catch (IOException | RuntimeException e) {
        server.close();
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      selector.close();
      throw e;
    }
  }

  int port() throws IOException {
    return ((InetSocketAddress) server.getLocalAddress()).getPort();
  }

  /** Until the thread is interrupted. */
  void run() throws IOException {
    while (!Thread.currentThread().isInterrupted()) {
      selector.select(selector.keys().size() > 1 ? LOOK_EVERY_MS : 0);
      for (Iterator<SelectionKey> it = selector.selectedKeys().iterator(); it.hasNext(); ) {
        SelectionKey key = it.next();
        it.remove();
        if (key.isValid() && key.isAcceptable()) {
          accept();
        } else if (key.isValid()) {
          goOn(key);
        }
      }
      endOverdue();
    }
  }

  @Override
  public void close() throws IOException {
    for (SelectionKey key : selector.keys()) {
      key.channel().close();
    }
    selector.close();
  }

  private void accept() throws IOException {
    SocketChannel client = server.accept();
    if (client == null) {
      return;
    }
    makeRoom();
    client.configureBlocking(false);
    client.register(selector, SelectionKey.OP_READ, new Talk());
  }

  private void makeRoom() {
    if (selector.keys().size() > CONNECTIONS_MAX) {
      Optional<SelectionKey> oldest =
          selector.keys().stream()
              .filter(key -> key.isValid() && key.attachment() instanceof Talk)
              .min(Comparator.comparingLong(key -> ((Talk) key.attachment()).bornNs));
      oldest.ifPresent(HttpListener::end);
    }
  }

  private void endOverdue() {
    long nowNs = System.nanoTime();
    for (SelectionKey key : selector.keys()) {
      if (key.attachment() instanceof Talk talk && nowNs - talk.bornNs > CONNECTION_MAX_NS) {
        end(key);
      }
    }
  }

  private void goOn(SelectionKey key) {
    SocketChannel client = (SocketChannel) key.channel();
    Talk talk = (Talk) key.attachment();
    try {
      if (talk.answer == null) {
        read(client, talk);
      }
      if (talk.answer != null) {
        client.write(talk.answer);
        if (talk.answer.hasRemaining()) {
          key.interestOps(SelectionKey.OP_WRITE);
        } else {
          client.shutdownOutput();
          end(key);
        }
      }
    } catch (IOException | RuntimeException e) {
      // Whoever asked is gone, or asked for something that breaks us: nobody else should notice.
      end(key);
    }
  }

  /** A request is over at its empty line; a body is of no interest. */
  private void read(SocketChannel client, Talk talk) throws IOException {
    int count = client.read(talk.request);
    String text = new String(talk.request.array(), 0, talk.request.position(), ISO_8859_1);
    int line = text.indexOf('\n');
    boolean whole = text.contains("\r\n\r\n") || text.contains("\n\n");
    if (whole || (line >= 0 && (count < 0 || !talk.request.hasRemaining()))) {
      talk.answer = ByteBuffer.wrap(answers.apply(text.substring(0, line).strip()));
    } else if (count < 0 || !talk.request.hasRemaining()) {
      throw new IOException("no request");
    }
  }

  private static void end(SelectionKey key) {
    try {
      key.channel().close();
    } catch (IOException e) {
      key.cancel();
    }
  }
}
