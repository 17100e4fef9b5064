package io.harmonyagent.core.mesh;

import io.harmonyagent.core.call.CallFailed;
import io.harmonyagent.core.call.CallHandler;
import io.harmonyagent.core.manifest.AgentId;
import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import io.nats.client.Message;
import io.nats.client.impl.Headers;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers those who ask this agent directly. Who may ask what is for the server's permissions to
 * say; here everybody's requests are bounded: a few calls of each verb at once, a window of pieces
 * each, and whoever falls silent is forgotten. Calls change nothing that the agent lives by, so
 * none of them is ever waited for.
 */
public final class AgentCalls implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(AgentCalls.class);
  private static final int MOST_WAITING = 64;
  private static final long MOST_WAITING_BYTES = 2L * 1024 * 1024;
  private static final long LOOK_EVERY_MS = 5_000;

  private final MeshLink link;
  private final String subjects;
  private final Map<String, CallHandler> handlers = new HashMap<>();
  private final Map<String, RunningCall> running = new HashMap<>();
  private @Nullable Connection listeningOn;
  private boolean sweeping;
  private boolean closed;

  public AgentCalls(MeshLink link, AgentId agent, Collection<CallHandler> handlers) {
    this.link = link;
    this.subjects = Keys.call(agent, "*");
    handlers.forEach(handler -> this.handlers.put(handler.verb(), handler));
    link.onChange(this::listen);
  }

  /** Nobody is answered any more. */
  @Override
  public synchronized void close() {
    closed = true;
    running.values().forEach(RunningCall::cancel);
    notifyAll();
  }

  /** On each new connection once; the client itself renews a subscription when it reconnects. */
  private synchronized void listen() {
    Optional<Connection> connection = link.connection();
    if (closed || connection.isEmpty() || connection.get() == listeningOn) {
      return;
    }
    try {
      Dispatcher dispatcher =
          connection.get().createDispatcher(message -> received(connection.get(), message));
      dispatcher.setPendingLimits(MOST_WAITING, MOST_WAITING_BYTES);
      dispatcher.subscribe(subjects);
      listeningOn = connection.get();
    } catch (IllegalStateException e) {
      log.debug("not listening yet: {}", e.getMessage());
    }
  }

  private void received(Connection connection, Message message) {
    String inbox = message.getReplyTo();
    if (inbox == null || !CallWire.isOperatorsInbox(inbox)) {
      log.debug("a call that wants no answer, or one elsewhere, is passed over");
      return;
    }
    Headers headers = message.getHeaders();
    String taken = headers == null ? null : headers.getFirst(CallWire.TAKEN);
    boolean cancelled = headers != null && headers.containsKey(CallWire.CANCEL);
    String named = headers == null ? null : headers.getFirst(CallWire.CALL);
    String call = named == null ? inbox : named;
    if (cancelled) {
      find(call).ifPresent(RunningCall::cancel);
    } else if (taken != null) {
      goOn(connection, call, inbox, taken);
    } else {
      begin(connection, call, inbox, message);
    }
  }

  private void goOn(Connection connection, String name, String inbox, String taken) {
    Optional<RunningCall> call = find(name);
    if (call.isEmpty()) {
      refuse(connection, inbox, CallFailed.Reason.GONE, "this call is over; ask anew");
      return;
    }
    call.get().heard(number(taken), inbox);
    RunningCall.alive(connection, inbox);
  }

  private void begin(Connection connection, String name, String inbox, Message message) {
    String subject = message.getSubject();
    String verb = subject.substring(subject.lastIndexOf('.') + 1);
    CallHandler handler = handlers.get(verb);
    if (handler == null) {
      refuse(
          connection,
          inbox,
          CallFailed.Reason.UNKNOWN_VERB,
          "this version of the agent does not know '" + verb + "'; update it");
      return;
    }
    if (!startCall(connection, name, inbox, handler, message.getData())) {
      refuse(
          connection,
          inbox,
          CallFailed.Reason.BUSY,
          "the agent answers " + handler.atOnce() + " such calls already; try again later");
    }
  }

  private synchronized boolean startCall(
      Connection connection, String name, String inbox, CallHandler handler, byte[] request) {
    long same = running.values().stream().filter(c -> c.verb().equals(handler.verb())).count();
    if (closed || same >= handler.atOnce() || running.containsKey(name)) {
      return false;
    }
    RunningCall call = new RunningCall(connection, inbox, handler, request, () -> forget(name));
    running.put(name, call);
    call.start();
    if (!sweeping) {
      sweeping = true;
      Thread.ofPlatform().name("calls").daemon().start(this::sweep);
    }
    return true;
  }

  /** Ends the calls of those who have gone. Lives as long as there are calls. */
  private synchronized void sweep() {
    try {
      while (!running.isEmpty()) {
        wait(LOOK_EVERY_MS);
        List.copyOf(running.values()).stream()
            .filter(RunningCall::isAbandoned)
            .forEach(RunningCall::cancel);
      }
    } catch (InterruptedException e) {
      log.debug("stopped");
    } finally {
      sweeping = false;
    }
  }

  private synchronized Optional<RunningCall> find(String name) {
    return Optional.ofNullable(running.get(name));
  }

  private synchronized void forget(String name) {
    running.remove(name);
    notifyAll();
  }

  private static void refuse(
      Connection connection, String inbox, CallFailed.Reason reason, String message) {
    RunningCall.end(connection, inbox, reason.wireName(), message);
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
