package io.harmonyagent.failover.postgres;

import io.harmonyagent.failover.core.SiteId;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What has to be said about the PostgreSQL of a site. It never changes while the agent runs.
 *
 * @param debianCluster {@code 15-main} for a cluster of Debian's; else the unit is ours
 * @param version the major version; else the newest that is installed
 * @param peerHost a name, not an address: it is checked against the certificate
 * @param peerName the common name in the other site's certificate
 * @param clientRules lines of pg_hba.conf for everybody else
 * @param parameters settings for postgresql.conf; those that the failover rests on win
 * @param memory a folder of the agent's own, that outlasts a boot
 */
public record PostgresSettings(
    String cluster,
    SiteId me,
    SiteId peer,
    Path dataDirectory,
    Optional<String> debianCluster,
    OptionalInt version,
    int port,
    String listenAddresses,
    String peerHost,
    int peerPort,
    String peerName,
    Path authority,
    Path certificate,
    Path key,
    List<String> clientRules,
    Map<String, String> parameters,
    Path memory) {
  private static final Path RUN = Path.of("/run/harmony-postgres");

  public PostgresSettings {
    clientRules = List.copyOf(clientRules);
    parameters = Map.copyOf(parameters);
  }

  /** The unit that is ours to start; nothing else does. */
  public String unit() {
    return unit(cluster, debianCluster);
  }

  /** {@code debianCluster} as Debian writes it: {@code 15-main}. */
  public static String unit(String cluster, Optional<String> debianCluster) {
    return debianCluster
        .map(name -> "postgresql@" + name + ".service")
        .orElse("harmony-postgres@" + cluster + ".service");
  }

  /** The role of the probe, the look and the promotion; root and PostgreSQL's user may take it. */
  static final String OWN_ROLE = "harmony";

  /** The role of the other site: it streams, clones and rewinds. */
  static final String PEER_ROLE = "harmony_replication";

  Path socketFolder() {
    return runDirectory().resolve("socket");
  }

  Path socket() {
    return socketFolder().resolve(".s.PGSQL." + port);
  }

  Path configFile() {
    return runDirectory().resolve("postgresql.conf");
  }

  /** Of {@code 15-main}: {@code /etc/postgresql/15/main}. */
  Optional<Path> debianFolder() {
    return debianCluster.map(name -> Path.of("/etc/postgresql", name.replaceFirst("-", "/")));
  }

  /** How libpq reaches the other site. */
  String peerConninfo(String applicationName) {
    return "host=%s port=%d user=%s dbname=postgres sslmode=verify-full sslrootcert=%s sslcert=%s"
            .formatted(peerHost, peerPort, PEER_ROLE, authority, certificate)
        + " sslkey=%s application_name=%s connect_timeout=3 keepalives_idle=3"
            .formatted(key, applicationName)
        + " keepalives_interval=1 keepalives_count=3 tcp_user_timeout=5000";
  }

  /** By the name that the other site's commits wait for. */
  String upstreamConninfo() {
    return peerConninfo(me.value());
  }

  /** Socket and settings; new at every boot, so that nothing starts before the agent did. */
  Path runDirectory() {
    return RUN.resolve(cluster);
  }

  String slotOf(SiteId site) {
    return "harmony_" + site.value().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "_");
  }
}
