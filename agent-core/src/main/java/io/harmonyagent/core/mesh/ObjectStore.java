package io.harmonyagent.core.mesh;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.document.Reading;
import io.nats.client.Connection;
import io.nats.client.Message;
import io.nats.client.impl.Headers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The artifacts' object store as it lies in its stream: of each object a message that describes it,
 * and one for each chunk. Read by direct get only, message by message, which a server can permit
 * for this one stream; and since nobody gets more than was asked for, memory stays bounded.
 */
final class ObjectStore {
  static final String STREAM = "OBJ_" + Keys.ARTIFACTS_BUCKET;
  static final int CHUNK_BYTES = 128 * 1024;

  private static final String GET = "$JS.API.DIRECT.GET." + STREAM;
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final int NOT_FOUND = 404;

  /**
   * What the store says of an object.
   *
   * @param sequence where this description stands in the stream: right behind the chunks, unless
   *     somebody else wrote at the same time
   * @param digest what the uploader says that its bytes hash to; may be empty
   */
  record Info(String nuid, long size, long chunks, int chunkBytes, String digest, long sequence) {}

  private final Connection connection;

  ObjectStore(Connection connection) {
    this.connection = connection;
  }

  static String infoSubject(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    return "$O." + Keys.ARTIFACTS_BUCKET + ".M." + Base64.getUrlEncoder().encodeToString(bytes);
  }

  static String chunkSubject(String nuid) {
    return "$O." + Keys.ARTIFACTS_BUCKET + ".C." + nuid;
  }

  /** Nothing if there is no such object. */
  Optional<Info> info(String name) throws MeshUnavailable {
    Optional<Message> found = get(GET + "." + infoSubject(name), new byte[0]);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    try {
      Fields in = Reading.start().root(new JsonReader().read(found.get().getData(), name));
      if (in.flag("deleted", false)) {
        return Optional.empty();
      }
      Optional<Fields> options = in.optionalObject("options");
      long chunkBytes =
          options.isEmpty()
              ? CHUNK_BYTES
              : options.get().optionalInteger("max_chunk_size").orElse((long) CHUNK_BYTES);
      return Optional.of(
          new Info(
              in.text("nuid"),
              in.optionalInteger("size").orElse(0L),
              in.optionalInteger("chunks").orElse(0L),
              Math.clamp(chunkBytes, 1, Integer.MAX_VALUE),
              in.optionalText("digest").orElse(""),
              sequence(found.get())));
    } catch (InvalidDocument e) {
      throw new MeshUnavailable("the object store describes " + name + " wrongly: " + e.sentence());
    }
  }

  /** The object's first chunk that stands at that sequence or behind it. */
  Optional<Message> chunk(String nuid, long atOrBehind) throws MeshUnavailable {
    JsonObject wanted =
        new JsonObject().put("seq", atOrBehind).put("next_by_subj", chunkSubject(nuid));
    return get(GET, JsonWriter.compact(wanted.node()));
  }

  private Optional<Message> get(String subject, byte[] body) throws MeshUnavailable {
    try {
      Message answer =
          connection.request(subject, body).get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
      if (!answer.isStatusMessage()) {
        return Optional.of(answer);
      }
      if (answer.getStatus().getCode() == NOT_FOUND) {
        return Optional.empty();
      }
      throw new MeshUnavailable(
          "bucket "
              + Keys.ARTIFACTS_BUCKET
              + " does not answer: "
              + answer.getStatus().getMessageWithCode());
    } catch (TimeoutException | ExecutionException | IllegalStateException e) {
      throw new MeshUnavailable(
          "bucket " + Keys.ARTIFACTS_BUCKET + " is not there or gives no answer");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MeshUnavailable("interrupted");
    }
  }

  /** Where a message that was got stands in the stream. */
  static long sequence(Message message) throws MeshUnavailable {
    Headers headers = message.getHeaders();
    String sequence = headers == null ? null : headers.getFirst("Nats-Sequence");
    if (sequence == null) {
      throw new MeshUnavailable("the object store's answer has no sequence");
    }
    return Long.parseLong(sequence);
  }
}
