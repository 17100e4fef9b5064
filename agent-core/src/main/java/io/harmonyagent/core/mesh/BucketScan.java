package io.harmonyagent.core.mesh;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.nats.client.Connection;
import io.nats.client.Message;
import io.nats.client.NUID;
import io.nats.client.Subscription;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsJetStreamMetaData;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads many keys of a bucket at once, or all that is left of one key's past: one consumer for the
 * whole read, which the server drops when nobody listens any more. The operator's part: an agent
 * may make no such consumer.
 */
public final class BucketScan {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration DROP_AFTER = Duration.ofSeconds(10);

  private final Connection connection;
  private final String bucket;

  public BucketScan(Connection connection, String bucket) {
    this.connection = connection;
    this.bucket = bucket;
  }

  /**
   * One value of one key.
   *
   * @param value absent where the key was deleted
   * @param written when the server took it
   */
  public record Entry(
      String key, Optional<byte[]> value, long revision, Instant written, Headers headers) {
    /** A header that the writer gave to it. */
    public Optional<String> header(String name) {
      return Optional.ofNullable(headers.getFirst(name));
    }
  }

  /**
   * Tells the newest value of each key that the pattern fits; {@code >} stands for all. Nothing is
   * kept here: all values of a fleet would not fit into the heap.
   *
   * @return the server's time, by which the values were written too
   */
  public Instant newest(String pattern, Consumer<Entry> each) throws MeshUnavailable {
    return read(pattern, "last_per_subject", each);
  }

  /** Tells all values of a key that the bucket still has, the oldest first. */
  public void history(String key, Consumer<Entry> each) throws MeshUnavailable {
    Instant unused = read(key, "all", each);
  }

  private Instant read(String pattern, String deliver, Consumer<Entry> each)
      throws MeshUnavailable {
    Subscription inbox = connection.subscribe(connection.createInbox());
    try {
      Begun begun = consume(pattern, deliver, String.valueOf(inbox.getSubject()));
      long told = 0;
      while (begun.count() > 0) {
        Message message = inbox.nextMessage(TIMEOUT);
        if (message == null || message.isStatusMessage()) {
          throw new MeshUnavailable(
              "reading " + pattern + ": the mesh fell silent after " + told + " values");
        }
        NatsJetStreamMetaData about = message.metaData();
        if (about.consumerSequence() != told + 1) {
          throw new MeshUnavailable("reading " + pattern + ": a value was lost; try again");
        }
        told++;
        each.accept(entry(message, about));
        if (about.pendingCount() == 0) {
          break;
        }
      }
      return begun.at();
    } catch (IllegalStateException e) {
      throw new MeshUnavailable("reading " + pattern + ": " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MeshUnavailable("reading " + pattern + ": interrupted");
    } finally {
      inbox.unsubscribe();
    }
  }

  /**
   * A read has begun.
   *
   * @param count how many values there are to come, or have come meanwhile
   * @param at the server's time; ours where it does not say
   */
  private record Begun(long count, Instant at) {}

  private Begun consume(String pattern, String deliver, String inbox) throws MeshUnavailable {
    String stream = "KV_" + bucket;
    String name = NUID.nextGlobal();
    String filter = "$KV." + bucket + "." + pattern;
    JsonObject config =
        new JsonObject()
            .put("name", name)
            .put("deliver_subject", inbox)
            .put("deliver_policy", deliver)
            .put("ack_policy", "none")
            .put("filter_subject", filter)
            .put("inactive_threshold", DROP_AFTER.toNanos())
            .put("mem_storage", true)
            .put("num_replicas", 1);
    Fields answer =
        Buckets.request(
            connection,
            "$JS.API.CONSUMER.CREATE." + stream + "." + name + "." + filter,
            new JsonObject().put("stream_name", stream).put("config", config));
    try {
      Optional<Fields> error = answer.optionalObject("error");
      if (error.isPresent()) {
        throw new MeshUnavailable(
            "reading bucket "
                + bucket
                + ": "
                + error.get().optionalText("description").orElse("?")
                + "; 'harmonyctl init' makes the bucket where it is missing");
      }
      Optional<Fields> delivered = answer.optionalObject("delivered");
      long already =
          delivered.isEmpty() ? 0 : delivered.get().optionalInteger("consumer_seq").orElse(0L);
      Optional<Instant> at = answer.optionalText("ts").map(Instant::parse);
      return new Begun(
          answer.optionalInteger("num_pending").orElse(0L) + already, at.orElseGet(Instant::now));
    } catch (DateTimeParseException e) {
      throw new MeshUnavailable("the server's time is not understood: " + e.getMessage());
    } catch (InvalidDocument e) {
      throw new MeshUnavailable("reading bucket " + bucket + ": " + e.sentence());
    }
  }

  private Entry entry(Message message, NatsJetStreamMetaData about) {
    Headers headers = message.getHeaders() == null ? new Headers() : message.getHeaders();
    boolean deleted = headers.getFirst("KV-Operation") != null;
    return new Entry(
        message.getSubject().substring("$KV.".length() + bucket.length() + 1),
        deleted ? Optional.empty() : Optional.of(message.getData()),
        about.streamSequence(),
        about.timestamp().toInstant(),
        headers);
  }
}
