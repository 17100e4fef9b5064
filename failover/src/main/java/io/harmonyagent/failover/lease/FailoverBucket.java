package io.harmonyagent.failover.lease;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.mesh.Buckets;
import io.harmonyagent.core.mesh.MeshUnavailable;
import io.nats.client.Connection;
import java.util.ArrayList;
import java.util.List;

/**
 * The bucket of the records: created by the control plane, verified by everyone who relies on it.
 * No age limit: a lease that expires by itself would be a lost write.
 */
public final class FailoverBucket {
  public static final String NAME = RecordKeys.BUCKET;

  static final int HISTORY = 64;

  private FailoverBucket() {}

  /** What is wrong with a bucket. */
  public sealed interface Finding {
    String sentence();

    /** Failover must not rely on it. */
    record Unsafe(String sentence) implements Finding {}

    /** It works, but can lose what it acknowledged. */
    record Risky(String sentence) implements Finding {}
  }

  /** Returns whether the bucket is new; one that is there already is left as it is. */
  public static boolean create(Connection connection, int replicas) throws MeshUnavailable {
    return Buckets.create(
        connection,
        RecordKeys.STREAM,
        new JsonObject()
            .putTexts("subjects", List.of("$KV." + RecordKeys.BUCKET + ".>"))
            .put("storage", "file")
            .put("retention", "limits")
            .put("discard", "new")
            .put("num_replicas", replicas)
            .put("max_msgs_per_subject", HISTORY)
            .put("max_age", 0)
            .put("deny_delete", true)
            .put("allow_rollup_hdrs", true)
            .put("allow_direct", true));
  }

  /** Looks at the bucket as the server has it; empty when all is as it must be. */
  public static List<Finding> verify(Connection connection, int replicas) throws MeshUnavailable {
    Fields info =
        Buckets.request(connection, "$JS.API.STREAM.INFO." + RecordKeys.STREAM, new JsonObject());
    try {
      if (info.has("error")) {
        String reason = info.object("error").optionalText("description").orElse("?");
        return List.of(
            new Finding.Unsafe(
                "bucket " + RecordKeys.BUCKET + " cannot be used: " + reason + "; create it"));
      }
      return findings(info.object("config"), replicas);
    } catch (InvalidDocument e) {
      throw new MeshUnavailable("the server's answer is not understood: " + e.sentence());
    }
  }

  private static List<Finding> findings(Fields config, int replicas) throws InvalidDocument {
    List<Finding> findings = new ArrayList<>();
    long history = config.optionalInteger("max_msgs_per_subject").orElse(-1L);
    if (history != HISTORY) {
      findings.add(new Finding.Unsafe("its history is " + history + ", must be " + HISTORY));
    }
    String storage = config.optionalText("storage").orElse("?");
    if (!storage.equals("file")) {
      findings.add(new Finding.Unsafe("its storage is " + storage + ", must be file"));
    }
    if (config.optionalInteger("max_age").orElse(0L) != 0) {
      findings.add(new Finding.Unsafe("its records expire (max_age), and must not"));
    }
    long copies = config.optionalInteger("num_replicas").orElse(1L);
    if (copies < replicas) {
      findings.add(new Finding.Unsafe("it has " + copies + " replicas, configured " + replicas));
    }
    if (copies < 3) {
      findings.add(
          new Finding.Risky("with " + copies + " replica(s) one lost disk loses the lease; use 3"));
    }
    return List.copyOf(findings);
  }
}
