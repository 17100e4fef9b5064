package io.harmonyagent.failover.lease;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.mesh.Buckets;
import io.harmonyagent.core.mesh.MeshUnavailable;
import io.harmonyagent.failover.core.Event;
import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import io.nats.client.Message;
import io.nats.client.NUID;
import io.nats.client.impl.NatsJetStreamMetaData;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One session of the ordered watch: the newest record of each key, then every later one, without a
 * gap; at the first gap it is over. It is made of a bare consumer, not of the client's ordered
 * subscription: that one creates its consumer again by itself and goes on behind the last number it
 * knows, which hides a store that went back (A5).
 */
final class WatchSession {
  private static final Logger log = LoggerFactory.getLogger(WatchSession.class);
  private static final long IDLE_HEARTBEAT_NS = 1_000_000_000L;
  private static final long FORGOTTEN_AFTER_NS = 5_000_000_000L;
  private static final int BACKLOG_MAX = 10_000;
  private static final long BACKLOG_BYTES_MAX = 16L << 20;
  private static final int STATUS_IDLE = 100;

  private final RecordKeys keys;
  private final Delivery delivery;
  private final LeaseEvents events;
  private long lastNumber;
  private boolean listed;
  private volatile boolean over;
  private @Nullable Connection connection;
  private @Nullable Dispatcher dispatcher;

  WatchSession(RecordKeys keys, LeaseEvents events) {
    this.keys = keys;
    this.delivery = new Delivery(keys);
    this.events = events;
  }

  /**
   * Asks the server for the consumer. Holds the lock until it has answered, so that nothing is
   * delivered before {@code WatchStarted} is told, and that not before the answer.
   *
   * @param heard called when the owner of the core takes {@code WatchStarted}
   */
  synchronized void open(Connection connection, Consumer<WatchSession> heard)
      throws MeshUnavailable {
    this.connection = connection;
    String inbox = connection.createInbox();
    Dispatcher receiver = connection.createDispatcher(this::received);
    dispatcher = receiver;
    receiver.setPendingLimits(BACKLOG_MAX, BACKLOG_BYTES_MAX);
    receiver.subscribe(inbox);
    try {
      long toList = createConsumer(connection, inbox);
      events.offer(
          now -> {
            heard.accept(this);
            return new Event.WatchStarted(now);
          });
      listedIf(toList == 0);
    } catch (MeshUnavailable | RuntimeException e) {
      end();
      throw e;
    }
  }

  /**
   * From here on it tells nothing any more, also not what it has received already. Without its
   * inbox the server forgets the consumer; a connection may outlive many sessions.
   */
  synchronized void end() {
    over = true;
    Dispatcher receiver = dispatcher;
    dispatcher = null;
    if (receiver == null || connection == null) {
      return;
    }
    try {
      connection.closeDispatcher(receiver);
    } catch (IllegalStateException | IllegalArgumentException e) {
      log.debug("its connection is closed already: {}", e.getMessage());
    }
  }

  /** The connection that it is on, while it goes on. */
  Optional<Connection> connection() {
    return over ? Optional.empty() : Optional.ofNullable(connection);
  }

  private long createConsumer(Connection connection, String inbox) throws MeshUnavailable {
    String name = "lease-" + NUID.nextGlobal();
    JsonObject consumer =
        new JsonObject()
            .put("name", name)
            .put("deliver_subject", inbox)
            .put("deliver_policy", "last_per_subject")
            .put("ack_policy", "none")
            .put("replay_policy", "instant")
            .put("filter_subject", keys.all())
            .put("idle_heartbeat", IDLE_HEARTBEAT_NS)
            .put("inactive_threshold", FORGOTTEN_AFTER_NS)
            .put("mem_storage", true)
            .put("num_replicas", 1);
    Fields answer =
        Buckets.request(
            connection,
            "$JS.API.CONSUMER.CREATE." + RecordKeys.STREAM + "." + name + "." + keys.all(),
            new JsonObject().put("stream_name", RecordKeys.STREAM).put("config", consumer));
    try {
      Optional<Fields> error = answer.optionalObject("error");
      if (error.isPresent()) {
        throw new MeshUnavailable(
            "watching "
                + keys.all()
                + ": "
                + error.get().optionalText("description").orElse("refused without a reason"));
      }
      return answer.optionalInteger("num_pending").orElse(0L);
    } catch (InvalidDocument e) {
      throw new MeshUnavailable("watching " + keys.all() + ": " + e.sentence());
    }
  }

  private synchronized void received(Message message) {
    if (over) {
      return;
    }
    if (message.isStatusMessage()) {
      status(message);
      return;
    }
    NatsJetStreamMetaData about = message.metaData();
    if (about.consumerSequence() != lastNumber + 1) {
      broke("number " + about.consumerSequence() + " came after " + lastNumber);
      return;
    }
    lastNumber = about.consumerSequence();
    delivery.read(message).ifPresent(events::offer);
    listedIf(about.pendingCount() == 0);
  }

  /** An idle heartbeat tells what was sent last, so a loss at the very end is noticed too. */
  private void status(Message message) {
    int code = message.getStatus().getCode();
    String last = message.hasHeaders() ? message.getHeaders().getFirst("Nats-Last-Consumer") : null;
    if (code != STATUS_IDLE) {
      broke("the server ended it: " + message.getStatus().getMessageWithCode());
    } else if (last != null && !last.equals(Long.toString(lastNumber))) {
      broke("the server has sent number " + last + ", and " + lastNumber + " came last");
    }
  }

  private void listedIf(boolean nothingIsLeft) {
    if (nothingIsLeft && !listed) {
      listed = true;
      events.offer(Event.WatchListed::new);
    }
  }

  private void broke(String why) {
    over = true;
    log.warn("the watch of {} broke: {}", keys.all(), why);
    events.offer(Event.WatchLost::new);
  }
}
