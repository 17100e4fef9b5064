package io.harmonyagent.core.mesh;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.nats.client.Connection;
import io.nats.client.Message;
import io.nats.client.NUID;
import io.nats.client.Subscription;
import io.nats.client.impl.NatsJetStreamMetaData;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads many keys of a bucket, or the history of some, with one consumer that the server can
 * restrict by its subject. For people who look, not for those who judge.
 */
public final class Listing {
  private static final long FORGOTTEN_AFTER_NS = 5_000_000_000L;
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(5);
  private static final int VALUES_MAX = 10_000;

  /** Which values of each key. */
  public enum Of {
    NEWEST("last_per_subject"),
    ALL_KEPT("all");

    private final String policy;

    Of(String policy) {
      this.policy = policy;
    }
  }

  /** A value of a key, when the server took it, and in which place of all writes. */
  public record Value(String key, long revision, Instant at, String text) {
    public byte[] bytes() {
      return text.getBytes(StandardCharsets.UTF_8);
    }
  }

  private Listing() {}

  /**
   * Deleted keys are left out.
   *
   * @param keys a key, or a pattern with {@code *}
   */
  public static List<Value> read(Connection connection, String bucket, String keys, Of which)
      throws MeshUnavailable, InterruptedException {
    String inbox = connection.createInbox();
    Subscription answers = connection.subscribe(inbox);
    try {
      return collect(answers, begin(connection, bucket, keys, which, inbox), bucket);
    } catch (IllegalStateException e) {
      throw new MeshUnavailable("reading " + keys + ": the connection was lost");
    } finally {
      answers.unsubscribe();
    }
  }

  private static long begin(
      Connection connection, String bucket, String keys, Of which, String inbox)
      throws MeshUnavailable {
    String stream = "KV_" + bucket;
    String name = "list-" + NUID.nextGlobal();
    String filter = "$KV." + bucket + "." + keys;
    Fields answer =
        Buckets.request(
            connection,
            "$JS.API.CONSUMER.CREATE." + stream + "." + name + "." + filter,
            new JsonObject()
                .put("stream_name", stream)
                .put(
                    "config",
                    new JsonObject()
                        .put("name", name)
                        .put("deliver_subject", inbox)
                        .put("deliver_policy", which.policy)
                        .put("ack_policy", "none")
                        .put("replay_policy", "instant")
                        .put("filter_subject", filter)
                        .put("inactive_threshold", FORGOTTEN_AFTER_NS)
                        .put("mem_storage", true)
                        .put("num_replicas", 1)));
    try {
      Optional<Fields> error = answer.optionalObject("error");
      if (error.isPresent()) {
        throw new MeshUnavailable(
            "reading " + keys + ": " + error.get().optionalText("description").orElse("refused"));
      }
      return answer.optionalInteger("num_pending").orElse(0L);
    } catch (InvalidDocument e) {
      throw new MeshUnavailable("reading " + keys + ": " + e.sentence());
    }
  }

  private static List<Value> collect(Subscription answers, long expected, String bucket)
      throws MeshUnavailable, InterruptedException {
    List<Value> values = new ArrayList<>();
    String prefix = "$KV." + bucket + ".";
    for (long left = Math.min(expected, VALUES_MAX); left > 0; left--) {
      Message message = answers.nextMessage(LONGEST_SILENCE);
      if (message == null || message.isStatusMessage()) {
        throw new MeshUnavailable("the mesh stopped in the middle of a listing; try again");
      }
      NatsJetStreamMetaData about = message.metaData();
      boolean deleted =
          message.hasHeaders() && message.getHeaders().getFirst("KV-Operation") != null;
      if (!deleted) {
        values.add(
            new Value(
                message.getSubject().substring(prefix.length()),
                about.streamSequence(),
                about.timestamp().toInstant(),
                new String(message.getData(), StandardCharsets.UTF_8)));
      }
    }
    return values;
  }
}
