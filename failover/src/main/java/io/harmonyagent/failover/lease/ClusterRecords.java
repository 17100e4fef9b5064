package io.harmonyagent.failover.lease;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.document.Reading;
import io.harmonyagent.core.mesh.Bucket;
import io.harmonyagent.core.mesh.CasOutcome;
import io.harmonyagent.core.mesh.Listing;
import io.harmonyagent.core.mesh.MeshUnavailable;
import io.harmonyagent.failover.core.ClusterConfig;
import io.harmonyagent.failover.core.LeaseRecord;
import io.harmonyagent.failover.core.SiteReport;
import io.nats.client.Connection;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The records of clusters as people read and write them. Good to look, not to judge (S1). */
public final class ClusterRecords {
  private static final Duration WRITE_TIMEOUT = Duration.ofSeconds(5);

  private final Connection connection;

  public ClusterRecords(Connection connection) {
    this.connection = connection;
  }

  /** A record, and when the server took it. */
  public record Dated<T>(T value, Instant at) {}

  /** What the mesh has of a cluster. */
  public record Picture(
      ClusterName cluster,
      Optional<ClusterConfig> config,
      Optional<Dated<LeaseRecord>> lease,
      List<Dated<SiteReport>> reports) {}

  /** A config and the revision that a write has to expect; 0 where there is none. */
  public record Versioned(Optional<ClusterConfig> config, long revision) {}

  /** The clusters that have a config. */
  public List<ClusterName> clusters() throws MeshUnavailable, InterruptedException {
    return Listing.read(connection, RecordKeys.BUCKET, "*.config", Listing.Of.NEWEST).stream()
        .map(value -> new ClusterName(value.key().substring(0, value.key().indexOf('.'))))
        .toList();
  }

  public Picture picture(ClusterName cluster)
      throws MeshUnavailable, InterruptedException, InvalidDocument {
    Optional<ClusterConfig> config = Optional.empty();
    Optional<Dated<LeaseRecord>> lease = Optional.empty();
    List<Dated<SiteReport>> reports = new ArrayList<>();
    for (Listing.Value value :
        Listing.read(connection, RecordKeys.BUCKET, cluster + ".>", Listing.Of.NEWEST)) {
      String key = value.key().substring(cluster.value().length() + 1);
      if (key.equals("config")) {
        config = Optional.of(ConfigJson.read(fields(value)));
      } else if (key.equals("state")) {
        lease = Optional.of(new Dated<>(LeaseJson.read(fields(value)), value.at()));
      } else if (key.startsWith("site.")) {
        reports.add(new Dated<>(ReportJson.read(fields(value)), value.at()));
      }
    }
    return new Picture(cluster, config, lease, reports);
  }

  /** What the flight recorders told, oldest first, as far as the mesh keeps it. */
  public List<Listing.Value> events(ClusterName cluster)
      throws MeshUnavailable, InterruptedException {
    return Listing.read(connection, RecordKeys.BUCKET, cluster + ".event", Listing.Of.ALL_KEPT);
  }

  public Versioned config(ClusterName cluster)
      throws MeshUnavailable, InvalidDocument, IOException {
    Bucket.Latest latest = bucket().get(cluster + ".config");
    return new Versioned(
        latest.value().isEmpty()
            ? Optional.empty()
            : Optional.of(
                ConfigJson.read(
                    Reading.start()
                        .root(new JsonReader().read(latest.value().get(), cluster + ".config")))),
        latest.revision());
  }

  public CasOutcome writeConfig(ClusterName cluster, ClusterConfig config, long revision)
      throws IOException {
    return bucket()
        .compareAndSet(
            cluster + ".config",
            JsonWriter.compact(ConfigJson.write(config).node()),
            revision,
            WRITE_TIMEOUT);
  }

  private Bucket bucket() throws IOException {
    return new Bucket(connection, RecordKeys.BUCKET);
  }

  private static Fields fields(Listing.Value value) throws InvalidDocument {
    return Reading.start().root(new JsonReader().read(value.bytes(), value.key()));
  }
}
