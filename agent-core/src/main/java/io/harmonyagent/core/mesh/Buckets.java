package io.harmonyagent.core.mesh;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.document.Reading;
import io.nats.client.Connection;
import io.nats.client.Message;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Creates the buckets that the agents live by. The control plane's part: no agent may do this. */
public final class Buckets {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final int HISTORY = 16;
  private static final long NAME_IN_USE = 10058;

  private Buckets() {}

  /** Returns whether the bucket is new; one that is there already is left as it is. */
  public static boolean createAgents(Connection connection, int replicas) throws MeshUnavailable {
    String bucket = Keys.AGENTS_BUCKET;
    return create(
        connection,
        "KV_" + bucket,
        stream(replicas, "$KV." + bucket + ".>")
            .put("max_msgs_per_subject", HISTORY)
            .put("deny_delete", true));
  }

  /** The same for the object store, in the form that every NATS client knows. */
  public static boolean createArtifacts(Connection connection, int replicas)
      throws MeshUnavailable {
    String subjects = "$O." + Keys.ARTIFACTS_BUCKET;
    return create(
        connection, ObjectStore.STREAM, stream(replicas, subjects + ".C.>", subjects + ".M.>"));
  }

  private static JsonObject stream(int replicas, String... subjects) {
    return new JsonObject()
        .putTexts("subjects", List.of(subjects))
        .put("storage", "file")
        .put("retention", "limits")
        .put("discard", "new")
        .put("num_replicas", replicas)
        .put("allow_rollup_hdrs", true)
        .put("allow_direct", true);
  }

  /** Creates a stream, unless one of that name is there. */
  public static boolean create(Connection connection, String name, JsonObject stream)
      throws MeshUnavailable {
    if (exists(connection, name)) {
      return false;
    }
    Fields answer = request(connection, "$JS.API.STREAM.CREATE." + name, stream.put("name", name));
    try {
      Optional<Fields> error = answer.optionalObject("error");
      if (error.isEmpty()) {
        return true;
      }
      if (error.get().optionalInteger("err_code").orElse(0L) == NAME_IN_USE) {
        return false;
      }
      throw new MeshUnavailable(
          "creating " + name + ": " + error.get().optionalText("description").orElse("?"));
    } catch (InvalidDocument e) {
      throw new MeshUnavailable("creating " + name + ": " + e.sentence());
    }
  }

  private static boolean exists(Connection connection, String name) throws MeshUnavailable {
    return !request(connection, "$JS.API.STREAM.INFO." + name, new JsonObject()).has("error");
  }

  /** Asks JetStream's API; the answer may be an error that JetStream tells ("error"). */
  public static Fields request(Connection connection, String subject, JsonObject body)
      throws MeshUnavailable {
    try {
      Message answer = connection.request(subject, JsonWriter.compact(body.node()), TIMEOUT);
      if (answer == null || answer.isStatusMessage()) {
        throw new MeshUnavailable("the server has no JetStream, or it does not answer");
      }
      return Reading.start().root(new JsonReader().read(answer.getData(), "answer"));
    } catch (InvalidDocument e) {
      throw new MeshUnavailable("the server's answer is not understood: " + e.sentence());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MeshUnavailable("interrupted");
    }
  }
}
