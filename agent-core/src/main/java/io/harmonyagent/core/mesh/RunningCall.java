package io.harmonyagent.core.mesh;

import io.harmonyagent.core.call.Answer;
import io.harmonyagent.core.call.CallFailed;
import io.harmonyagent.core.call.CallHandler;
import io.nats.client.Connection;
import io.nats.client.impl.Headers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A call that an agent is answering. */
final class RunningCall implements Answer {
  private static final Logger log = LoggerFactory.getLogger(RunningCall.class);

  private final Connection connection;
  private final CallHandler handler;
  private final Thread thread;
  private volatile String inbox;
  private long sent;
  private long taken;
  private long heardAtNanos = System.nanoTime();
  private boolean calledOff;
  private @Nullable Runnable whenCalledOff;

  RunningCall(
      Connection connection, String inbox, CallHandler handler, byte[] request, Runnable whenOver) {
    this.connection = connection;
    this.inbox = inbox;
    this.handler = handler;
    this.thread =
        Thread.ofPlatform()
            .name("call-" + handler.verb())
            .daemon()
            .unstarted(
                () -> {
                  try {
                    run(request);
                  } finally {
                    whenOver.run();
                  }
                });
  }

  String verb() {
    return handler.verb();
  }

  void start() {
    thread.start();
  }

  /** The caller has no more use for it. */
  void cancel() {
    Runnable end;
    synchronized (this) {
      if (calledOff) {
        return;
      }
      calledOff = true;
      end = whenCalledOff;
    }
    thread.interrupt();
    if (end != null) {
      end.run();
    }
  }

  @Override
  public void whenCalledOff(Runnable end) {
    boolean tooLate;
    synchronized (this) {
      tooLate = calledOff;
      whenCalledOff = end;
    }
    if (tooLate) {
      end.run();
    }
  }

  /** The caller is there, has taken so many pieces, and wants the next ones in that inbox. */
  synchronized void heard(long pieces, String next) {
    inbox = next;
    heardAtNanos = System.nanoTime();
    taken = Math.max(taken, Math.min(pieces, sent));
    notifyAll();
  }

  synchronized boolean isAbandoned() {
    return System.nanoTime() - heardAtNanos > CallWire.GONE_AFTER.toNanos();
  }

  @Override
  public void write(byte[] bytes) throws InterruptedException {
    for (int from = 0; from < bytes.length; from += CallWire.PIECE_BYTES) {
      int to = Math.min(bytes.length, from + CallWire.PIECE_BYTES);
      long number = awaitRoom();
      Headers headers = new Headers().put(CallWire.PIECE, Long.toString(number));
      publish(connection, inbox, headers, Arrays.copyOfRange(bytes, from, to));
    }
  }

  /** Waits until the caller has room for a piece, and returns that piece's number. */
  private synchronized long awaitRoom() throws InterruptedException {
    while (sent - taken >= CallWire.WINDOW) {
      wait();
    }
    return sent++;
  }

  private void run(byte[] request) {
    try {
      handler.answer(request, this);
      end(connection, inbox, CallWire.COMPLETE, "");
    } catch (CallFailed e) {
      end(connection, inbox, e.reason().wireName(), String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      end(connection, inbox, CallFailed.Reason.GONE.wireName(), "the call was ended");
    } catch (IOException e) {
      boolean wasEnded = Thread.interrupted();
      log.debug("call {}: {}{}", handler.verb(), e.toString(), wasEnded ? " (ended)" : "");
      end(connection, inbox, CallFailed.Reason.FAILED.wireName(), String.valueOf(e.getMessage()));
    } catch (RuntimeException | Error e) {
      // A fault of ours; the caller shall not wait for an answer that never comes.
      log.warn("call {}: {}", handler.verb(), e.toString());
      end(connection, inbox, CallFailed.Reason.FAILED.wireName(), "a fault in the agent: " + e);
    }
  }

  static void alive(Connection connection, String inbox) {
    publish(connection, inbox, new Headers().put(CallWire.ALIVE, "1"), null);
  }

  static void end(Connection connection, String inbox, String how, String message) {
    Headers headers = new Headers().put(CallWire.END, how);
    publish(connection, inbox, headers, message.getBytes(StandardCharsets.UTF_8));
  }

  /** What cannot be sent is lost: the caller misses it and says so. */
  private static void publish(
      Connection connection, String inbox, Headers headers, byte @Nullable [] body) {
    try {
      connection.publish(inbox, headers, body);
    } catch (IllegalStateException e) {
      log.debug("an answer is lost: {}", e.getMessage());
    }
  }
}
