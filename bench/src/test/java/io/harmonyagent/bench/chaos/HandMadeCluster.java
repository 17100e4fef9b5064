package io.harmonyagent.bench.chaos;

import io.harmonyagent.testbed.Output;
import io.harmonyagent.testbed.Pi;
import io.harmonyagent.testbed.Testbed;
import java.time.Duration;
import java.util.List;

/**
 * Two PostgreSQL that nobody guards: whoever holds it promotes by hand, also when that is wrong. It
 * shows that the suite sees what it must see.
 */
final class HandMadeCluster implements Cluster {
  private static final String BIN = "/usr/lib/postgresql/15/bin/";
  private static final String DATA = "/var/lib/postgresql/hand";
  private static final String UNIT = "hand.service";
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final String SETTINGS =
      """
      listen_addresses = '*'
      unix_socket_directories = '/run/hand'
      hot_standby = on
      wal_keep_size = 64MB
      shared_buffers = 16MB
      fsync = off
      wal_receiver_timeout = 5s
      """;
  private static final String RULES =
      """
      local all all trust
      host all all 192.0.2.0/24 trust
      host replication all 192.0.2.0/24 trust
      """;

  private final Site west;
  private final Site east;

  private HandMadeCluster(Site west, Site east) {
    this.west = west;
    this.east = east;
  }

  /** West leads, east follows, commits do not wait. */
  static HandMadeCluster build(Testbed bed, String west, String east) {
    bed.boot(bed.pi(west), bed.pi(east));
    HandMadeCluster cluster = new HandMadeCluster(new Site(bed.pi(west)), new Site(bed.pi(east)));
    cluster.sites().forEach(cluster::prepare);
    cluster.initialize();
    cluster.start(cluster.west);
    cluster.sql(cluster.west, "create role app login superuser; " + Clients.SCHEMA).orFail();
    cluster.copy();
    cluster.start(cluster.east);
    bed.eventually(LIMIT, () -> cluster.isFollowed(cluster.west));
    return cluster;
  }

  private void prepare(Site site) {
    Pi pi = site.pi();
    pi.run("install", "-d", "-o", "postgres", "-m", "700", DATA).orFail();
    pi.write(
        "/etc/systemd/system/" + UNIT,
        """
        [Service]
        User=postgres
        RuntimeDirectory=hand
        ExecStart=%spostgres -D %s
        KillMode=mixed
        KillSignal=SIGINT
        """
            .formatted(BIN, DATA));
    pi.run("systemctl", "daemon-reload").orFail();
  }

  private void initialize() {
    as(west, BIN + "initdb", "--pgdata=" + DATA, "--auth=trust", "--no-sync").orFail();
    feed(west, SETTINGS, "postgresql.auto.conf");
    feed(west, RULES, "pg_hba.conf");
  }

  private void copy() {
    as(
            east,
            BIN + "pg_basebackup",
            "--pgdata=" + DATA,
            "--checkpoint=fast",
            "--write-recovery-conf",
            "--no-sync",
            "--dbname=host=" + west.name() + " user=app application_name=east")
        .orFail();
  }

  private void start(Site site) {
    site.pi().start(UNIT);
    // Up, and what it says of itself is a word: recovering or not.
    for (int tries = 0; tries < 200 && !sql(site, "select 1").ok(); tries++) {
      site.pi().run("sleep", "0.05");
    }
  }

  /** All sessions are cut, and everything is sent to the standby. */
  void stop(Site site) {
    site.pi().stop(UNIT);
  }

  void promote(Site site) {
    sql(site, "select pg_promote()").orFail();
  }

  @Override
  public List<Site> sites() {
    return List.of(west, east);
  }

  @Override
  public Output sql(Site site, String statement) {
    return as(
        site,
        "timeout",
        "5",
        "psql",
        "-qAtX",
        "--host=/run/hand",
        "--dbname=postgres",
        "--command=" + statement);
  }

  @Override
  public String conninfo(Site first, String more) {
    return "host=%s,%s user=app dbname=postgres target_session_attrs=read-write %s"
        .formatted(first.pi().address(), peerOf(first).pi().address(), more);
  }

  private static Output as(Site site, String... command) {
    String[] all = new String[command.length + 5];
    System.arraycopy(new String[] {"runuser", "-u", "postgres", "--", "env"}, 0, all, 0, 5);
    System.arraycopy(command, 0, all, 5, command.length);
    return site.pi().run(all);
  }

  private static void feed(Site site, String text, String file) {
    site.pi().write(DATA + "/" + file, text);
  }
}
