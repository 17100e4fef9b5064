package io.harmonyagent.agent.doctor;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.mesh.Buckets;
import io.harmonyagent.core.mesh.Keys;
import io.harmonyagent.core.mesh.MeshUnavailable;
import io.harmonyagent.failover.lease.FailoverBucket;
import io.nats.client.Connection;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Looks at the mesh from outside: whether it is reached safely, and whether its buckets are kept so
 * that they survive what happens to servers.
 */
public final class MeshDoctor {
  private static final Duration SKEW = Duration.ofSeconds(2);

  private final Connection connection;

  public MeshDoctor(Connection connection) {
    this.connection = connection;
  }

  public List<Finding> look() {
    List<Finding> findings = new ArrayList<>();
    findings.add(encryption());
    bucket("KV_" + Keys.AGENTS_BUCKET, Keys.AGENTS_BUCKET, true, findings);
    bucket("OBJ_" + Keys.ARTIFACTS_BUCKET, Keys.ARTIFACTS_BUCKET, false, findings);
    bucket("KV_" + FailoverBucket.NAME, FailoverBucket.NAME, false, findings);
    findings.add(
        Finding.warning(
            "sync",
            "whether the servers write to disk at once cannot be asked over the mesh; by default"
                + " they do so every 2 minutes, and power that fails on all of them loses the rest",
            "look for sync_interval: always in jetstream {} of each server's configuration"));
    return findings;
  }

  private Finding encryption() {
    String url = String.valueOf(connection.getConnectedUrl());
    String version = connection.getServerInfo().getVersion();
    return connection.getServerInfo().isTLSRequired() || url.startsWith("tls://")
        ? Finding.ok("mesh", "nats-server " + version + " with TLS at " + url)
        : Finding.warning(
            "mesh",
            "nats-server " + version + " without TLS at " + url,
            "give the servers certificates (docs/mesh.md, A server's configuration)");
  }

  private void bucket(String stream, String name, boolean needed, List<Finding> findings) {
    try {
      Fields answer =
          Buckets.request(connection, "$JS.API.STREAM.INFO." + stream, new JsonObject());
      if (answer.has("error")) {
        if (needed) {
          findings.add(Finding.bad("bucket", name + " is not there", "harmonyctl init"));
        }
        return;
      }
      judge(stream, name, answer, findings);
    } catch (MeshUnavailable | InvalidDocument e) {
      findings.add(
          Finding.warning(
              "bucket",
              name + " cannot be looked at: " + e.getMessage(),
              "may this user ask for $JS.API.STREAM.INFO." + stream + "? (docs/mesh.md)"));
    }
  }

  private static void judge(String stream, String name, Fields answer, List<Finding> findings)
      throws InvalidDocument {
    Fields config = answer.object("config");
    long replicas = config.optionalInteger("num_replicas").orElse(1L);
    findings.add(
        replicas < 3
            ? Finding.warning(
                "bucket",
                name + " is kept by one server: with it goes all that it holds",
                "run three servers, and then: nats stream edit " + stream + " --replicas 3")
            : Finding.ok("bucket", name + " is kept by " + replicas + " servers"));
    if (!config.optionalText("storage").orElse("").equals("file")) {
      findings.add(
          Finding.bad(
              "bucket",
              name + " is kept in memory",
              "delete it and make it anew: harmonyctl init"));
    }
    if (!config.flag("allow_direct", false)) {
      findings.add(
          Finding.bad(
              "bucket",
              name + " allows no direct get, by which agents read",
              "nats stream edit " + stream + " --allow-direct"));
    }
    if (name.equals(FailoverBucket.NAME)) {
      failover(stream, config, findings);
    }
    clock(answer)
        .ifPresent(
            finding -> {
              if (name.equals(Keys.AGENTS_BUCKET)) findings.add(finding);
            });
  }

  /** Where it is, leases rest on it. */
  private static void failover(String stream, Fields config, List<Finding> findings)
      throws InvalidDocument {
    for (FailoverBucket.Flaw flaw : FailoverBucket.flaws(config)) {
      findings.add(
          Finding.bad(
              "bucket",
              FailoverBucket.NAME + ": " + flaw.sentence(),
              flaw.edit()
                  .map(option -> "nats stream edit " + stream + " " + option)
                  .orElse("delete it and make it anew, while no cluster runs: harmonyctl init")));
    }
  }

  /** The server says in its answer what time it has. */
  private static Optional<Finding> clock(Fields answer) throws InvalidDocument {
    Optional<String> time = answer.optionalText("ts");
    if (time.isEmpty()) {
      return Optional.empty();
    }
    try {
      Duration skew = Duration.between(Instant.parse(time.get()), Instant.now()).abs();
      return Optional.of(
          skew.compareTo(SKEW) > 0
              ? Finding.warning(
                  "clock",
                  "this machine and the server differ by " + skew.toMillis() + " ms",
                  "synchronise both: timedatectl set-ntp true")
              : Finding.ok("clock", "this machine and the server agree"));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
