package io.harmonyagent.core.dbus;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * One connection to a bus. A single thread of its own reads and writes; callers only wait, each no
 * longer than its own limit, so a bus that is dead or frozen holds nobody. A connection that was
 * lost stays lost: its owner makes a new one.
 */
public final class BusConnection implements AutoCloseable {
  private static final String BUS = "org.freedesktop.DBus";
  private static final String BUS_PATH = "/org/freedesktop/DBus";

  private final Map<Long, CompletableFuture<Message>> waiting = new ConcurrentHashMap<>();
  private final AtomicInteger serials = new AtomicInteger();
  private final Consumer<Message> signals;
  private final Runnable onLoss;
  private final BusThread thread;

  private BusConnection(SocketChannel channel, Consumer<Message> signals, Runnable onLoss)
      throws IOException {
    this.signals = signals;
    this.onLoss = onLoss;
    this.thread = new BusThread(channel, this::take, this::lost);
  }

  /**
   * Connects to the bus behind a unix socket.
   *
   * @param signals is told of every signal that a match asked for, in the connection's own thread:
   *     it must neither wait nor call the bus
   * @param onLoss is told once when the connection has ended, likewise
   */
  public static BusConnection open(
      Path socket, Duration limit, Consumer<Message> signals, Runnable onLoss)
      throws BusFailure, InterruptedException {
    BusConnection connection = create(socket, signals, onLoss);
    try {
      connection.thread.start(UnixDomainSocketAddress.of(socket), limit);
      connection.call(MethodCall.of(BUS, BUS_PATH, BUS, "Hello"), limit);
      return connection;
    } catch (BusFailure | InterruptedException e) {
      connection.close();
      throw e;
    }
  }

  private static BusConnection create(Path socket, Consumer<Message> signals, Runnable onLoss)
      throws BusFailure {
    try {
      return new BusConnection(SocketChannel.open(StandardProtocolFamily.UNIX), signals, onLoss);
    } catch (IOException e) {
      throw new BusFailure.Disconnected(socket + ": " + e.getMessage());
    }
  }

  public boolean isOpen() {
    return thread.isOpen();
  }

  /** Asks the bus to send signals that fit the rule. */
  public void match(String rule, Duration limit) throws BusFailure, InterruptedException {
    call(MethodCall.of(BUS, BUS_PATH, BUS, "AddMatch", Value.text(rule)), limit);
  }

  /** Calls, and waits for the answer. */
  public List<Value> call(MethodCall call, Duration limit) throws BusFailure, InterruptedException {
    return send(call).await(limit);
  }

  /** Calls, and leaves the waiting for later, so that several calls can be under way at once. */
  public Pending send(MethodCall call) throws BusFailure {
    long serial = nextSerial();
    CompletableFuture<Message> answer = new CompletableFuture<>();
    waiting.put(serial, answer);
    try {
      thread.send(MessageFormat.write(Message.call(serial, call)));
    } catch (BusFailure e) {
      waiting.remove(serial);
      throw e;
    }
    return new Pending(call, serial, answer);
  }

  /** A call that was sent. */
  public final class Pending {
    private final MethodCall call;
    private final long serial;
    private final CompletableFuture<Message> answer;

    private Pending(MethodCall call, long serial, CompletableFuture<Message> answer) {
      this.call = call;
      this.serial = serial;
      this.answer = answer;
    }

    public List<Value> await(Duration limit) throws BusFailure, InterruptedException {
      try {
        Message reply = answer.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        if (reply.type() == Message.Type.ERROR) {
          throw new BusFailure.ErrorReply(reply.header().errorName(), explanation(reply));
        }
        return reply.body();
      } catch (TimeoutException e) {
        throw new BusFailure.NoReply(
            "no answer to " + call + " within " + limit.toMillis() + " ms");
      } catch (ExecutionException e) {
        throw new BusFailure.Disconnected(thread.reason());
      } finally {
        waiting.remove(serial);
      }
    }

    private static String explanation(Message error) {
      return !error.body().isEmpty() && error.body().getFirst() instanceof Value.Text text
          ? text.text()
          : error.header().errorName();
    }
  }

  @Override
  public void close() {
    thread.close("the connection was closed");
  }

  /** 0 is no serial; after four billion calls they start over. */
  private long nextSerial() {
    int serial = serials.incrementAndGet();
    return Integer.toUnsignedLong(serial == 0 ? serials.incrementAndGet() : serial);
  }

  private void take(Message message) {
    switch (message.type()) {
      case REPLY, ERROR -> {
        CompletableFuture<Message> answer = waiting.remove(message.header().replySerial());
        if (answer != null) {
          answer.complete(message);
        }
      }
      case SIGNAL -> signals.accept(message);
      // Nobody has a reason to call us; who does finds out by the lack of an answer.
      case CALL -> {}
    }
  }

  private void lost(String reason) {
    waiting.values().forEach(a -> a.completeExceptionally(new IOException(reason)));
    waiting.clear();
    onLoss.run();
  }
}
