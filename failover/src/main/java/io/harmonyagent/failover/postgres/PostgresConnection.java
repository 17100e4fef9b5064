package io.harmonyagent.failover.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A session over the unix socket, by version 3 of the protocol: the start, simple queries, rows as
 * text, errors with their SQLSTATE (adr/0013). Nobody waits longer than the time that was given,
 * also for a server that is frozen; a session that was late is closed, since its answer would be
 * taken for the next one's.
 */
final class PostgresConnection implements AutoCloseable {
  /** Whose connection of the server's it takes. */
  enum Kind {
    CLIENT,

    /** One of those that replication has for itself: SQL goes over it too. */
    SENDER
  }

  private static final int PROTOCOL = 196_608;
  private static final int LONGEST_MESSAGE = 4 * 1024 * 1024;
  private static final int FIRST_BUFFER = 8 * 1024;

  private final SocketChannel channel;
  private final Selector selector;
  private final SelectionKey key;
  private ByteBuffer in = ByteBuffer.allocate(FIRST_BUFFER).flip();

  private PostgresConnection(SocketChannel channel, Selector selector) throws IOException {
    this.channel = channel;
    this.selector = selector;
    this.key = channel.register(selector, 0);
  }

  static PostgresConnection open(
      Path socket, String user, String database, Kind kind, Duration within) throws SqlFailure {
    Deadline deadline = Deadline.in(within);
    PostgresConnection connection = connect(socket, deadline);
    try {
      connection.send(start(user, database, kind), deadline);
      connection.awaitReady(new ArrayList<>(), deadline);
      return connection;
    } catch (SqlFailure e) {
      connection.close();
      throw e;
    } catch (IOException e) {
      connection.close();
      throw new SqlFailure.NoAnswer(socket + ": " + e.getMessage());
    }
  }

  private static PostgresConnection connect(Path socket, Deadline deadline) throws SqlFailure {
    try {
      PostgresConnection connection = unconnected();
      try {
        connection.connectTo(UnixDomainSocketAddress.of(socket), deadline);
        return connection;
      } catch (IOException | SqlFailure e) {
        connection.close();
        throw e;
      }
    } catch (IOException e) {
      throw new SqlFailure.NobodyThere(socket + ": " + e.getMessage());
    }
  }

  private static PostgresConnection unconnected() throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.configureBlocking(false);
      return new PostgresConnection(channel, Selector.open());
    } catch (IOException e) {
      close(channel);
      throw e;
    }
  }

  private void connectTo(UnixDomainSocketAddress address, Deadline deadline)
      throws SqlFailure, IOException {
    boolean connected = channel.connect(address);
    while (!connected) {
      await(SelectionKey.OP_CONNECT, deadline);
      connected = channel.finishConnect();
    }
  }

  /** The rows of all statements, one after the other; what is null is an empty text. */
  List<List<String>> query(String sql, Duration within) throws SqlFailure {
    Deadline deadline = Deadline.in(within);
    List<List<String>> rows = new ArrayList<>();
    try {
      byte[] text = sql.getBytes(UTF_8);
      ByteBuffer message = ByteBuffer.allocate(6 + text.length);
      message.put((byte) 'Q').putInt(5 + text.length).put(text).put((byte) 0);
      send(message.flip(), deadline);
      awaitReady(rows, deadline);
      return rows;
    } catch (SqlFailure.NoAnswer e) {
      close();
      throw e;
    } catch (IOException e) {
      close();
      throw new SqlFailure.NoAnswer("PostgreSQL hung up: " + e.getMessage());
    }
  }

  boolean isOpen() {
    return channel.isOpen();
  }

  /** People may set a whole server to read-only; that is no reason to take its lease away. */
  private static ByteBuffer start(String user, String database, Kind kind) {
    String text =
        "user\0"
            + user
            + "\0database\0"
            + database
            + "\0application_name\0harmony-agent"
            + (kind == Kind.SENDER ? "\0replication\0database" : "")
            + "\0options\0-c default_transaction_read_only=off\0\0";
    byte[] words = text.getBytes(UTF_8);
    return ByteBuffer.allocate(8 + words.length)
        .putInt(8 + words.length)
        .putInt(PROTOCOL)
        .put(words)
        .flip();
  }

  private void awaitReady(List<List<String>> rows, Deadline deadline)
      throws SqlFailure, IOException {
    SqlFailure.Refused refusal = null;
    while (true) {
      ByteBuffer head = need(5, deadline);
      char type = (char) head.get();
      int length = head.getInt() - 4;
      if (length < 0 || length > LONGEST_MESSAGE) {
        throw new SqlFailure.NoAnswer(
            "a message of " + length + " bytes, which is no PostgreSQL's");
      }
      ByteBuffer body = need(length, deadline);
      int end = body.position() + length;
      switch (type) {
        case 'R' -> checkLetIn(body.getInt());
        case 'D' -> rows.add(row(body));
        case 'E' -> refusal = error(body, end);
        case 'Z' -> {
          body.position(end);
          if (refusal != null) {
            throw refusal;
          }
          return;
        }
        // Notices, settings, tags of commands: not for us.
        default -> {}
      }
      body.position(end);
      if (refusal != null && refusal.endsSession()) {
        close();
        throw refusal;
      }
    }
  }

  private static void checkLetIn(int method) throws SqlFailure {
    if (method != 0) {
      throw new SqlFailure.Refused(
          "FATAL",
          "28000",
          "PostgreSQL asks for a password on its socket; see pg_hba.conf of the cluster");
    }
  }

  private static List<String> row(ByteBuffer body) {
    int columns = body.getShort();
    List<String> row = new ArrayList<>(columns);
    for (int i = 0; i < columns; i++) {
      int length = body.getInt();
      byte[] value = new byte[Math.max(0, length)];
      body.get(value);
      row.add(new String(value, UTF_8));
    }
    return row;
  }

  private static SqlFailure.Refused error(ByteBuffer body, int end) {
    String severity = "";
    String state = "";
    String message = "";
    while (body.position() < end) {
      char field = (char) body.get();
      if (field == 0) {
        break;
      }
      String text = text(body);
      switch (field) {
        case 'V' -> severity = text;
        case 'C' -> state = text;
        case 'M' -> message = text;
        default -> {}
      }
    }
    return new SqlFailure.Refused(severity, state, message);
  }

  private static String text(ByteBuffer body) {
    int from = body.position();
    while (body.get() != 0) {
      // The end is all that is looked for.
    }
    return UTF_8.decode(body.slice(from, body.position() - 1 - from)).toString();
  }

  /** The buffer with at least so many bytes in it. */
  private ByteBuffer need(int bytes, Deadline deadline) throws SqlFailure, IOException {
    while (in.remaining() < bytes) {
      if (in.capacity() < bytes) {
        in = ByteBuffer.allocate(bytes).put(in);
      } else {
        in.compact();
      }
      await(SelectionKey.OP_READ, deadline);
      int read = channel.read(in);
      in.flip();
      if (read < 0) {
        throw new SqlFailure.NoAnswer("PostgreSQL hung up");
      }
    }
    return in;
  }

  private void send(ByteBuffer message, Deadline deadline) throws SqlFailure, IOException {
    while (message.hasRemaining()) {
      channel.write(message);
      if (message.hasRemaining()) {
        await(SelectionKey.OP_WRITE, deadline);
      }
    }
  }

  private void await(int what, Deadline deadline) throws SqlFailure, IOException {
    key.interestOps(what);
    long leftMs = deadline.leftMs();
    if (leftMs <= 0 || selector.select(leftMs) == 0) {
      throw new SqlFailure.NoAnswer("PostgreSQL did not answer in time");
    }
    selector.selectedKeys().clear();
  }

  @Override
  public void close() {
    close(channel);
    close(selector);
  }

  private static void close(Closeable each) {
    try {
      each.close();
    } catch (IOException e) {
      // It is given up; there is nobody to tell.
    }
  }
}
