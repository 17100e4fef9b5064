package io.harmonyagent.bench.chaos;

import io.harmonyagent.bench.ControlPlane;
import io.harmonyagent.bench.Device;
import io.harmonyagent.bench.Repository;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.failover.core.ClusterConfig;
import io.harmonyagent.failover.core.FailbackMode;
import io.harmonyagent.failover.core.ReplicationMode;
import io.harmonyagent.failover.core.SiteId;
import io.harmonyagent.failover.core.Timing;
import io.harmonyagent.failover.lease.ConfigJson;
import io.harmonyagent.failover.lease.FailoverBucket;
import io.harmonyagent.testbed.Certificates;
import io.harmonyagent.testbed.NatsNode;
import io.harmonyagent.testbed.Output;
import io.harmonyagent.testbed.Pi;
import io.harmonyagent.testbed.Testbed;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.api.ClusterInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Two Pis whose PostgreSQL is guarded by their agents, as an operator would set them up. */
final class GuardedCluster implements Cluster {
  private static final String NAME = "shop";
  private static final String BUCKET = "harmony_failover";
  private static final String DATA = "/var/lib/postgresql/" + NAME;
  private static final String SOCKETS = "/run/harmony-postgres/" + NAME + "/socket";
  private static final String KEYS = "/etc/harmony-agent/tls/";
  private static final String PASSWORD = "a-clients-password";
  private static final long MAX_LAG_BYTES = 16L << 20;
  private static final Duration FIRST_START = Duration.ofSeconds(90);
  private static final Duration TO_ANSWER = Duration.ofSeconds(15);

  private final Testbed bed;
  private final Connection connection;
  private final List<Device> devices;
  private Timing timing;
  private Mode mode = Mode.ASYNC;
  private FailbackMode failback = FailbackMode.AUTO;

  private GuardedCluster(Testbed bed, Connection connection, List<Device> devices, Timing timing) {
    this.bed = bed;
    this.connection = connection;
    this.devices = devices;
    this.timing = timing;
  }

  /** Returns when the first site leads and the other one follows, and a client could write. */
  static GuardedCluster build(Testbed bed, Timing timing) throws Exception {
    bed.boot(bed.pi("west"), bed.pi("east"));
    ControlPlane control = ControlPlane.create(bed);
    Connection connection = bed.nats().connect();
    boolean created = FailoverBucket.create(connection, bed.nats().members().size());
    if (!created) {
      throw new IllegalStateException("the mesh has a bucket " + BUCKET + " already");
    }
    Repository repository = Repository.here();
    List<Device> devices =
        List.of(
            Device.install(bed, "west", repository, ""),
            Device.install(bed, "east", repository, ""));
    GuardedCluster cluster = new GuardedCluster(bed, connection, devices, timing);
    bed.eventually(TO_ANSWER, () -> cluster.writeConfig());
    for (Device device : devices) {
      cluster.giveKeys(device.pi());
      control.put(device.name(), cluster.manifest(device.pi()));
      device.pi().run("systemctl", "enable", Device.UNIT).orFail();
      device.start();
    }
    Site west = cluster.preferred();
    bed.eventually(FIRST_START, () -> cluster.isWritable(west));
    cluster.sql(west, "create role app login password '" + PASSWORD + "'").orFail();
    cluster.sql(west, Clients.SCHEMA).orFail();
    bed.eventually(FIRST_START, () -> cluster.isSettled(west));
    return cluster;
  }

  Timing timing() {
    return timing;
  }

  String agentUnit() {
    return Device.UNIT;
  }

  String postgresUnit() {
    return "harmony-postgres@" + NAME + ".service";
  }

  /** The server that orders the lease's writes. */
  NatsNode streamLeader() {
    @Nullable String name = leaderByName();
    for (int number = 1; number <= bed.nats().members().size(); number++) {
      NatsNode node = bed.nats().node(number);
      if (node.name().equals(name)) {
        return node;
      }
    }
    throw new IllegalStateException("the stream of the leases has no leader just now");
  }

  private @Nullable String leaderByName() {
    try {
      @Nullable ClusterInfo info =
          connection.jetStreamManagement().getStreamInfo("KV_" + BUCKET).getClusterInfo();
      return info == null ? bed.nats().node(1).name() : info.getLeader();
    } catch (IOException | JetStreamApiException e) {
      throw new IllegalStateException("the mesh does not say who leads: " + e.getMessage(), e);
    }
  }

  /** As an operator edits the config; the sites follow in their own time. */
  void set(Timing newTiming, Mode newMode, FailbackMode newFailback) {
    if (!newTiming.equals(timing) || newMode != mode || newFailback != failback) {
      timing = newTiming;
      mode = newMode;
      failback = newFailback;
      bed.eventually(TO_ANSWER, () -> writeConfig());
    }
  }

  Mode mode() {
    return mode;
  }

  /**
   * Nothing more is to come: the site leads alone, the other follows, and where commits wait for
   * it, the lease says so too.
   */
  boolean isSettled(Site leader) {
    return isWritable(leader)
        && !isWritable(peerOf(leader))
        && isFollowed(leader)
        && waits(leader).equals(mode.mayLose() ? "async" : "sync")
        && leaseNames(leader)
        && knowsThatItStreams(peerOf(leader));
  }

  /** One that does not, as for a beat or two after it began to follow, takes over from nobody. */
  private boolean knowsThatItStreams(Site follower) {
    OptionalLong epoch = number(lease(), "epoch");
    return epoch.isPresent() && epoch.equals(number(record(".site." + follower), "streamed_epoch"));
  }

  private static OptionalLong number(String json, String field) {
    Matcher found = Pattern.compile("\"" + field + "\":(\\d+)").matcher(json);
    return found.find() ? OptionalLong.of(Long.parseLong(found.group(1))) : OptionalLong.empty();
  }

  private String waits(Site leader) {
    return sql(leader, "select sync_state from pg_stat_replication").text();
  }

  private boolean leaseNames(Site leader) {
    String lease = lease();
    boolean listed = lease.contains("\"sync_sites\":[\"" + peerOf(leader) + "\"]");
    return lease.contains("\"current_primary\":\"" + leader + "\"") && listed != mode.mayLose();
  }

  /** The record, as it stands in the mesh. */
  String lease() {
    return record(".state");
  }

  private String record(String key) {
    try {
      var entry = connection.keyValue(BUCKET).get(NAME + key);
      return entry == null ? "" : entry.getValueAsString();
    } catch (IOException | JetStreamApiException e) {
      return "";
    }
  }

  /** What an operator does who has looked at both sites and found that nothing is lost. */
  void liftSafe() {
    for (Device device : devices) {
      ctl(device, "lift-safe", NAME, "--site", device.name(), "--yes");
    }
  }

  /**
   * Another build in the place of the agent's, as a package or an update leaves it: renamed over
   * it.
   */
  void update(Site site) {
    String binary = "/usr/bin/harmony-agent";
    site.pi()
        .run(
            "sh",
            "-c",
            "cp -p %1$s %1$s.new && echo >> %1$s.new && sync %1$s.new && mv %1$s.new %1$s"
                .formatted(binary))
        .orFail();
    site.pi().run("systemctl", "restart", "--no-block", Device.UNIT).orFail();
  }

  Output switchover() {
    return ctl(devices.getFirst(), "switchover", NAME);
  }

  private Output ctl(Device device, String... arguments) {
    List<String> command =
        new ArrayList<>(List.of("harmonyctl", "failover", arguments[0], "-s", bed.nats().url()));
    command.addAll(List.of(arguments).subList(1, arguments.length));
    return device.pi().run(command.toArray(String[]::new));
  }

  List<Device> devices() {
    return devices;
  }

  @Override
  public List<Site> sites() {
    return devices.stream().map(device -> new Site(device.pi())).toList();
  }

  @Override
  public Output sql(Site site, String statement) {
    return site.pi()
        .run(
            "timeout",
            "5",
            "runuser",
            "-u",
            "postgres",
            "--",
            "psql",
            "-qAtX",
            "--host=" + SOCKETS,
            "--dbname=postgres",
            "--command=" + statement);
  }

  @Override
  public String conninfo(Site first, String more) {
    Site second = peerOf(first);
    return "host=%s,%s hostaddr=%s,%s user=app password=%s dbname=postgres sslmode=verify-full"
            .formatted(first, second, first.pi().address(), second.pi().address(), PASSWORD)
        + " sslrootcert=%s target_session_attrs=read-write %s"
            .formatted(bed.certificates().authority(), more);
  }

  private boolean writeConfig() {
    ClusterConfig config =
        new ClusterConfig(
            new SiteId("west"),
            new SiteId("east"),
            timing,
            ReplicationMode.valueOf(mode.name()),
            MAX_LAG_BYTES,
            failback,
            false);
    try {
      connection
          .keyValue(BUCKET)
          .put(NAME + ".config", JsonWriter.compact(ConfigJson.write(config).node()));
      return true;
    } catch (IOException | JetStreamApiException e) {
      // The mesh may just be choosing who leads the stream.
      return false;
    }
  }

  private void giveKeys(Pi pi) {
    Certificates.Identity identity = bed.certificates().issue(pi.name());
    write(pi, "ca.crt", bed.certificates().authority());
    write(pi, "site.crt", identity.certificate());
    write(pi, "site.key", identity.key());
    pi.run("chown", "root:postgres", KEYS + "site.key").orFail();
    pi.run("chmod", "640", KEYS + "site.key").orFail();
  }

  private static void write(Pi pi, String name, Path file) {
    try {
      pi.write(KEYS + name, Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String manifest(Pi pi) {
    String peer = pi.name().equals("west") ? "east" : "west";
    return """
    {"generation": 1, "resources": [{"id": "database", "spec": {
      "kind": "PostgresSite", "cluster": "%s", "site": "%s", "peer": {"site": "%s", "host": "%s"},
      "version": "15", "data_directory": "%s", "allow": ["192.0.2.0/24"],
      "tls": {"ca": "%sca.crt", "certificate": "%ssite.crt", "key": "%ssite.key"}}}]}
    """
        .formatted(NAME, pi.name(), peer, peer, DATA, KEYS, KEYS, KEYS);
  }
}
