package io.harmonyagent.core.mesh;

import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import io.nats.client.JetStream;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import io.nats.client.MessageHandler;
import io.nats.client.PublishOptions;
import io.nats.client.PushSubscribeOptions;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.DeliverPolicy;
import io.nats.client.api.PublishAck;
import io.nats.client.impl.Headers;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A JetStream key-value bucket, reached only by subjects that a server can restrict to a device's
 * own keys: direct get, filtered consumer, publish. (The client's own KV API reads through a
 * request that carries the key in its payload, which no server can restrict.)
 */
public final class Bucket {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final int WRONG_LAST_SEQUENCE = 10071;
  private static final int SEQUENCE_IN_FLIGHT = 10164;

  private final Connection connection;
  private final JetStream jetStream;
  private final String name;
  private final String stream;

  public Bucket(Connection connection, String name) throws IOException {
    this.connection = connection;
    this.jetStream = connection.jetStream();
    this.name = name;
    this.stream = "KV_" + name;
  }

  /** The newest value. A deleted key has none, but still its revision. */
  public record Latest(Optional<byte[]> value, long revision) {}

  /** Reads a key. The answer may come from a replica that is behind: good to look, not to judge. */
  public Latest get(String key) throws MeshUnavailable {
    String subject = "$JS.API.DIRECT.GET." + stream + "." + subject(key);
    try {
      Message answer =
          connection.request(subject, new byte[0]).get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
      if (answer.isStatusMessage()) {
        if (answer.getStatus().getCode() == 404) {
          return new Latest(Optional.empty(), 0);
        }
        throw new MeshUnavailable(
            "reading " + key + ": " + answer.getStatus().getMessageWithCode());
      }
      Headers headers = answer.getHeaders();
      String sequence = headers == null ? null : headers.getFirst("Nats-Sequence");
      if (headers == null || sequence == null) {
        throw new MeshUnavailable("reading " + key + ": the answer has no revision");
      }
      long revision = Long.parseLong(sequence);
      boolean deleted = headers.getFirst("KV-Operation") != null;
      return new Latest(deleted ? Optional.empty() : Optional.of(answer.getData()), revision);
    } catch (CancellationException e) {
      // So the client says that nobody listens there.
      throw new MeshUnavailable(
          "reading "
              + key
              + ": nobody answers for bucket "
              + name
              + "; 'harmonyctl init' makes it where it is missing");
    } catch (TimeoutException | ExecutionException | IllegalStateException e) {
      throw new MeshUnavailable("reading " + key + ": " + cause(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MeshUnavailable("reading " + key + ": interrupted");
    }
  }

  /** Writes if the newest revision is still the given one; 0 means that there is none. */
  public CasOutcome compareAndSet(String key, byte[] value, long revision, Duration timeout) {
    return compareAndSet(key, value, revision, new Headers(), timeout);
  }

  /** The same, with a note about the write that stays with the value. */
  public CasOutcome compareAndSet(
      String key, byte[] value, long revision, Headers note, Duration timeout) {
    PublishOptions expect =
        PublishOptions.builder()
            .expectedLastSubjectSequence(revision)
            .streamTimeout(timeout)
            .build();
    try {
      PublishAck ack =
          jetStream
              .publishAsync(subject(key), note, value, expect)
              .get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      return new CasOutcome.Acked(ack.getSeqno());
    } catch (ExecutionException | CompletionException e) {
      return refused(e);
    } catch (TimeoutException | IllegalStateException e) {
      return new CasOutcome.Unknown(cause(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new CasOutcome.Unknown("interrupted");
    }
  }

  /** Writes a key that keeps no history: the value before it is dropped by the server. */
  public void putWithoutHistory(String key, byte[] value) throws MeshUnavailable {
    put(key, new Headers().put("Nats-Rollup", "sub"), value);
  }

  private void put(String key, Headers headers, byte[] value) throws MeshUnavailable {
    try {
      jetStream
          .publishAsync(subject(key), headers, value)
          .get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException | IllegalStateException e) {
      throw new MeshUnavailable("writing " + key + ": " + cause(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MeshUnavailable("writing " + key + ": interrupted");
    }
  }

  /** Marks a key as deleted; what it held before stays in its history. */
  public void delete(String key) throws MeshUnavailable {
    put(key, new Headers().put("KV-Operation", "DEL"), new byte[0]);
  }

  /** Delivers the newest value of a key and then every later one, in order. */
  public JetStreamSubscription watch(String key, Dispatcher dispatcher, MessageHandler handler)
      throws MeshUnavailable {
    return watch(key, DeliverPolicy.LastPerSubject, dispatcher, handler);
  }

  /** Delivers all values that the bucket still has of a key and then every later one, in order. */
  public JetStreamSubscription watchWithHistory(
      String key, Dispatcher dispatcher, MessageHandler handler) throws MeshUnavailable {
    return watch(key, DeliverPolicy.All, dispatcher, handler);
  }

  private JetStreamSubscription watch(
      String key, DeliverPolicy from, Dispatcher dispatcher, MessageHandler handler)
      throws MeshUnavailable {
    PushSubscribeOptions options =
        PushSubscribeOptions.builder().stream(stream)
            .ordered(true)
            .configuration(
                ConsumerConfiguration.builder()
                    .ackPolicy(AckPolicy.None)
                    .deliverPolicy(from)
                    .build())
            .build();
    try {
      return jetStream.subscribe(subject(key), dispatcher, handler, false, options);
    } catch (JetStreamApiException | IOException | IllegalStateException e) {
      throw new MeshUnavailable("watching " + key + " in bucket " + name + ": " + e.getMessage());
    }
  }

  private String subject(String key) {
    return "$KV." + name + "." + key;
  }

  private static CasOutcome refused(Exception e) {
    for (Throwable t = e; t != null; t = t.getCause()) {
      if (t instanceof JetStreamApiException api) {
        return switch (api.getApiErrorCode()) {
          case WRONG_LAST_SEQUENCE -> new CasOutcome.Lost();
          case SEQUENCE_IN_FLIGHT -> new CasOutcome.InFlight();
          default -> new CasOutcome.Unknown(String.valueOf(api.getMessage()));
        };
      }
    }
    return new CasOutcome.Unknown(cause(e));
  }

  private static String cause(Exception e) {
    Throwable deepest = e;
    while (deepest.getCause() != null) {
      deepest = deepest.getCause();
    }
    return deepest instanceof TimeoutException || deepest.getMessage() == null
        ? "no answer (" + deepest.getClass().getSimpleName() + ")"
        : deepest.getMessage();
  }
}
