package io.harmonyagent.core.dbus;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that owns a connection's socket. It alone reads and writes, so a caller's interruption
 * closes nothing, and half a message is never sent.
 */
final class BusThread {
  private static final Logger log = LoggerFactory.getLogger(BusThread.class);

  /** What may wait to be sent. More means that the bus has stopped reading. */
  private static final int MAX_QUEUED_BYTES = 1024 * 1024;

  private static final int FIRST_BUFFER = 16 * 1024;

  private final SocketChannel channel;
  private final Selector selector;
  private final Consumer<Message> messages;
  private final Consumer<String> onLoss;
  private final Deque<ByteBuffer> queue = new ArrayDeque<>();
  private final CompletableFuture<Void> connected = new CompletableFuture<>();
  private int queuedBytes;
  private boolean closed;
  private String reason = "the connection was lost";

  BusThread(SocketChannel channel, Consumer<Message> messages, Consumer<String> onLoss)
      throws IOException {
    this.channel = channel;
    this.selector = Selector.open();
    this.messages = messages;
    this.onLoss = onLoss;
  }

  /** Returns when the bus has let us in. */
  void start(UnixDomainSocketAddress address, Duration limit)
      throws BusFailure, InterruptedException {
    Thread.ofPlatform().daemon().name("dbus").start(() -> run(address));
    try {
      connected.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new BusFailure.NoReply(
          address + " did not let us in within " + limit.toMillis() + " ms");
    } catch (ExecutionException e) {
      throw new BusFailure.Disconnected(address + ": " + reason());
    }
  }

  synchronized boolean isOpen() {
    return !closed;
  }

  /** Why it is closed. */
  synchronized String reason() {
    return reason;
  }

  void send(byte[] message) throws BusFailure {
    synchronized (this) {
      if (closed) {
        throw new BusFailure.Disconnected(reason);
      }
      if (queuedBytes + message.length > MAX_QUEUED_BYTES) {
        throw new BusFailure.Disconnected("the bus takes nothing any more");
      }
      queuedBytes += message.length;
      queue.add(ByteBuffer.wrap(message));
    }
    selector.wakeup();
  }

  /** May be called by anybody, at any time; the thread then ends. */
  void close(String why) {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      reason = why;
    }
    try {
      // Also ends a connect or a read that the thread waits in.
      channel.close();
      selector.close();
    } catch (IOException e) {
      log.debug("closing the bus: {}", e.toString());
    }
    onLoss.accept(why);
  }

  private void run(UnixDomainSocketAddress address) {
    try {
      channel.connect(address);
      new Handshake(channel).perform();
      channel.configureBlocking(false);
      SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
      connected.complete(null);
      exchange(key);
    } catch (IOException | MalformedMessage | RuntimeException e) {
      String problem = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      close(problem);
      connected.completeExceptionally(e);
    }
  }

  private void exchange(SelectionKey key) throws IOException, MalformedMessage {
    ByteBuffer in = ByteBuffer.allocate(FIRST_BUFFER);
    while (isOpen()) {
      key.interestOps(
          flush() ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
      selector.select();
      if (!selector.isOpen()) {
        return;
      }
      selector.selectedKeys().clear();
      if (key.isValid() && key.isReadable()) {
        if (channel.read(in) < 0) {
          throw new IOException("the bus hung up");
        }
        in = takeMessages(in);
      }
    }
  }

  /** Writes what waits; whether all of it could be written. */
  private synchronized boolean flush() throws IOException {
    for (ByteBuffer first = queue.peek(); first != null; first = queue.peek()) {
      queuedBytes -= channel.write(first);
      if (first.hasRemaining()) {
        return false;
      }
      queue.remove();
    }
    return true;
  }

  /** Takes out what is complete; returns the buffer with the rest, with room for more. */
  private ByteBuffer takeMessages(ByteBuffer buffer) throws MalformedMessage {
    buffer.flip();
    int needed = MessageFormat.PREFIX_BYTES;
    while (buffer.remaining() >= MessageFormat.PREFIX_BYTES) {
      needed = MessageFormat.length(buffer);
      if (buffer.remaining() < needed) {
        break;
      }
      MessageFormat.read(buffer.slice(buffer.position(), needed)).ifPresent(messages);
      buffer.position(buffer.position() + needed);
      needed = MessageFormat.PREFIX_BYTES;
    }
    if (needed > buffer.capacity()) {
      return ByteBuffer.allocate(needed).put(buffer);
    }
    // A large answer is rare: its buffer is given back as soon as it is not needed any more.
    return buffer.capacity() > FIRST_BUFFER
            && buffer.remaining() < FIRST_BUFFER
            && needed <= FIRST_BUFFER
        ? ByteBuffer.allocate(FIRST_BUFFER).put(buffer)
        : buffer.compact();
  }
}
