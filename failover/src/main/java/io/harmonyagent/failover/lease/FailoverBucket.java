package io.harmonyagent.failover.lease;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.mesh.Buckets;
import io.harmonyagent.core.mesh.MeshUnavailable;
import io.nats.client.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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

  /**
   * What is wrong with it however many servers keep it.
   *
   * @param edit what makes it right without losing what it holds, as an option of the NATS CLI
   */
  public record Flaw(String sentence, Optional<String> edit) {}

  /** Looks at a stream's configuration; empty when leases can rest on it. */
  public static List<Flaw> flaws(Fields config) throws InvalidDocument {
    List<Flaw> flaws = new ArrayList<>();
    long history = config.optionalInteger("max_msgs_per_subject").orElse(-1L);
    if (history != HISTORY) {
      flaws.add(
          new Flaw(
              "its history is " + history + ", must be " + HISTORY,
              Optional.of("--max-msgs-per-subject=" + HISTORY)));
    }
    String storage = config.optionalText("storage").orElse("?");
    if (!storage.equals("file")) {
      flaws.add(new Flaw("its storage is " + storage + ", must be file", Optional.empty()));
    }
    if (config.optionalInteger("max_age").orElse(0L) != 0) {
      flaws.add(new Flaw("its records expire (max_age), and must not", Optional.of("--max-age=0")));
    }
    if (!config.flag("deny_delete", false)) {
      flaws.add(
          new Flaw(
              "its records can be deleted (deny_delete is off), and a deleted lease is a lost one",
              Optional.of("--deny-delete")));
    }
    return List.copyOf(flaws);
  }

  private static List<Finding> findings(Fields config, int replicas) throws InvalidDocument {
    List<Finding> findings = new ArrayList<>();
    flaws(config).forEach(flaw -> findings.add(new Finding.Unsafe(flaw.sentence())));
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
