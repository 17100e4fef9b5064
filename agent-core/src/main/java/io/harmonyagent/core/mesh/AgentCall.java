package io.harmonyagent.core.mesh;

import io.harmonyagent.core.call.CallFailed;
import io.harmonyagent.core.manifest.AgentId;
import io.nats.client.Connection;
import io.nats.client.Message;
import io.nats.client.Subscription;
import io.nats.client.impl.Headers;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An operator's call to an agent: asks, and takes the answer piece by piece. Closing it before the
 * end tells the agent to stop; an operator that dies is forgotten by the agent within seconds. Not
 * for use by several threads.
 */
public final class AgentCall implements AutoCloseable {
  private static final int MOST_BYTES = 8 * 1024 * 1024;
  private static final int NO_RESPONDERS = 503;
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);
  private static final int SAY_AFTER_PIECES = CallWire.WINDOW / 2;

  private final Connection connection;
  private final AgentId agent;
  private final String subject;
  private final String inbox;
  private final Subscription answers;
  private long inboxes;
  private long taken;
  private long saidTaken;
  private long saidAtNanos;
  private long heardAtNanos;
  private boolean over;

  private AgentCall(Connection connection, AgentId agent, String verb, byte[] request) {
    this.connection = connection;
    this.agent = agent;
    this.subject = Keys.call(agent, verb);
    this.inbox = connection.createInbox();
    this.answers = connection.subscribe(inbox + ".*");
    this.heardAtNanos = System.nanoTime();
    this.saidAtNanos = heardAtNanos;
    say(new Headers(), request);
  }

  public static AgentCall open(Connection connection, AgentId agent, String verb, byte[] request)
      throws MeshUnavailable {
    try {
      return new AgentCall(connection, agent, verb, request);
    } catch (IllegalStateException | IllegalArgumentException e) {
      throw new MeshUnavailable("asking " + agent + ": " + e.getMessage());
    }
  }

  /** Asks and takes the whole answer, which is neither long nor endless. */
  public static byte[] ask(Connection connection, AgentId agent, String verb, byte[] request)
      throws MeshUnavailable, CallFailed, InterruptedException {
    try (AgentCall call = open(connection, agent, verb, request)) {
      ByteArrayOutputStream whole = new ByteArrayOutputStream();
      while (!call.isOver()) {
        Optional<byte[]> piece = call.next(CallWire.SAY_EVERY);
        if (piece.isPresent()) {
          whole.writeBytes(piece.get());
        }
        if (whole.size() > MOST_BYTES) {
          throw new MeshUnavailable(
              agent + ": the answer has more than " + MOST_BYTES + " bytes, the rest is not read");
        }
      }
      return whole.toByteArray();
    }
  }

  /** Whether the answer has come to its end. */
  public boolean isOver() {
    return over;
  }

  /**
   * The next piece; nothing if there was none within that time, or at the end.
   *
   * @throws CallFailed if the agent refuses, or cannot go on
   * @throws MeshUnavailable if the agent cannot be heard (any more)
   */
  public Optional<byte[]> next(Duration atMost)
      throws MeshUnavailable, CallFailed, InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (!over) {
      sayThatWeAreHere();
      long now = System.nanoTime();
      long wait = Math.min(deadline - now, LOOK_EVERY.toNanos());
      Message message = wait <= 0 ? null : take(Duration.ofNanos(Math.max(1_000_000, wait)));
      if (message != null) {
        heardAtNanos = System.nanoTime();
        Optional<byte[]> piece = understood(message);
        if (piece.isPresent()) {
          return piece;
        }
      } else if (isRefused()) {
        over = true;
        throw new MeshUnavailable("the mesh refuses: " + connection.getLastError());
      } else if (now - heardAtNanos > CallWire.GONE_AFTER.toNanos()) {
        throw new MeshUnavailable(
            agent
                + " does not answer at "
                + subject
                + "; is it connected, and may this user ask it? (docs/mesh.md, Permissions)");
      } else if (now >= deadline) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  /** Tells the agent to stop, unless the answer is complete. */
  @Override
  public void close() {
    try {
      if (!over) {
        over = true;
        say(new Headers().put(CallWire.CANCEL, "1"), null);
      }
      answers.unsubscribe();
    } catch (IllegalStateException e) {
      // The connection is closed: nobody answers on it, and the agent will notice.
      over = true;
    }
  }

  /** The server says so beside the matter; the question itself just gets no answer. */
  private boolean isRefused() {
    String error = connection.getLastError();
    return error != null && error.contains(subject);
  }

  private @Nullable Message take(Duration atMost) throws MeshUnavailable, InterruptedException {
    try {
      return answers.nextMessage(atMost);
    } catch (IllegalStateException e) {
      throw new MeshUnavailable("the connection was lost while " + agent + " answered");
    }
  }

  private Optional<byte[]> understood(Message message) throws MeshUnavailable, CallFailed {
    if (message.isStatusMessage()) {
      over = true;
      throw new MeshUnavailable(
          message.getStatus().getCode() == NO_RESPONDERS
              ? agent + " is not connected to the mesh (nobody listens at " + subject + ")"
              : "asking " + agent + ": " + message.getStatus().getMessageWithCode());
    }
    Headers headers = message.getHeaders();
    String end = headers == null ? null : headers.getFirst(CallWire.END);
    String piece = headers == null ? null : headers.getFirst(CallWire.PIECE);
    if (end != null) {
      over = true;
      if (!end.equals(CallWire.COMPLETE)) {
        throw new CallFailed(
            CallFailed.Reason.of(end),
            agent + ": " + new String(message.getData(), StandardCharsets.UTF_8));
      }
      return Optional.empty();
    }
    if (piece == null) {
      return Optional.empty();
    }
    if (!piece.equals(Long.toString(taken))) {
      throw new MeshUnavailable("a piece of the answer of " + agent + " was lost; ask again");
    }
    taken++;
    return Optional.of(message.getData());
  }

  private void sayThatWeAreHere() {
    long now = System.nanoTime();
    if (taken - saidTaken >= SAY_AFTER_PIECES
        || now - saidAtNanos >= CallWire.SAY_EVERY.toNanos()) {
      saidTaken = taken;
      saidAtNanos = now;
      say(new Headers().put(CallWire.TAKEN, Long.toString(taken)), null);
    }
  }

  private void say(Headers headers, byte @Nullable [] body) {
    String next = inbox + "." + inboxes++;
    connection.publish(subject, next, headers.put(CallWire.CALL, inbox), body);
  }
}
