package io.harmonyagent.failover.lease;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.document.Reading;
import io.harmonyagent.core.mesh.Bucket;
import io.harmonyagent.core.mesh.BucketScan;
import io.harmonyagent.core.mesh.CasOutcome;
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

  /**
   * What the mesh has of a cluster.
   *
   * @param readAt by the server's clock, as the times of the records are
   */
  public record Picture(
      ClusterName cluster,
      Optional<ClusterConfig> config,
      Optional<Dated<LeaseRecord>> lease,
      List<Dated<SiteReport>> reports,
      Instant readAt) {}

  /** A config and the revision that a write has to expect; 0 where there is none. */
  public record Versioned(Optional<ClusterConfig> config, long revision) {}

  /** The clusters that have a config. */
  public List<ClusterName> clusters() throws MeshUnavailable {
    List<ClusterName> clusters = new ArrayList<>();
    Instant unused =
        scan()
            .newest(
                "*.config",
                entry -> {
                  if (entry.value().isPresent()) {
                    clusters.add(
                        new ClusterName(entry.key().substring(0, entry.key().indexOf('.'))));
                  }
                });
    return clusters;
  }

  public Picture picture(ClusterName cluster) throws MeshUnavailable, InvalidDocument {
    Optional<ClusterConfig> config = Optional.empty();
    Optional<Dated<LeaseRecord>> lease = Optional.empty();
    List<Dated<SiteReport>> reports = new ArrayList<>();
    List<BucketScan.Entry> entries = new ArrayList<>();
    Instant readAt = scan().newest(cluster + ".>", entries::add);
    for (BucketScan.Entry entry : entries) {
      if (entry.value().isEmpty()) {
        continue;
      }
      Fields fields = Reading.start().root(new JsonReader().read(entry.value().get(), entry.key()));
      String key = entry.key().substring(cluster.value().length() + 1);
      if (key.equals("config")) {
        config = Optional.of(ConfigJson.read(fields));
      } else if (key.equals("state")) {
        lease = Optional.of(new Dated<>(LeaseJson.read(fields), entry.written()));
      } else if (key.startsWith("site.")) {
        reports.add(new Dated<>(ReportJson.read(fields), entry.written()));
      }
    }
    return new Picture(cluster, config, lease, reports, readAt);
  }

  /** What the flight recorders told, oldest first, as far as the mesh keeps it. */
  public List<BucketScan.Entry> events(ClusterName cluster) throws MeshUnavailable {
    List<BucketScan.Entry> events = new ArrayList<>();
    scan().history(cluster + ".event", events::add);
    return events;
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

  private BucketScan scan() {
    return new BucketScan(connection, RecordKeys.BUCKET);
  }
}
