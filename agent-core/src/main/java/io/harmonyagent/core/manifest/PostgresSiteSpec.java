package io.harmonyagent.core.manifest;

import java.util.List;
import java.util.Optional;

/**
 * One of the two sites of a PostgreSQL cluster: this device runs it, and agrees with the other one
 * over the mesh which of them accepts writes.
 *
 * @param cluster the failover cluster, as its records in the mesh are named
 * @param site this site's name in the cluster's config
 * @param version PostgreSQL's major version
 * @param dataDirectory where the data is when the agent makes the cluster; or else debianCluster
 * @param debianCluster the name of a cluster of Debian's {@code postgresql-common}, such as main
 * @param listen addresses that PostgreSQL listens on besides its socket
 * @param allow networks that clients may come from, with a password and TLS
 * @param http where load balancers ask who is who
 * @param memory what PostgreSQL may use in all, in bytes
 * @param cpus of how many processors, in thousandths
 */
public record PostgresSiteSpec(
    String cluster,
    String site,
    Peer peer,
    String version,
    Optional<String> dataDirectory,
    Optional<String> debianCluster,
    int port,
    List<String> listen,
    List<String> allow,
    Tls tls,
    Optional<HttpAddress> http,
    Optional<Long> memory,
    Optional<Long> cpus)
    implements ResourceSpec {
  public static final String KIND = "PostgresSite";

  /**
   * The other site.
   *
   * @param host a name, not an address: it stands in the other's certificate, and addresses change
   */
  public record Peer(String site, String host, int port) {}

  /** Certificates of this site as PEM files on the device; {@code ca} signed both sites'. */
  public record Tls(String ca, String certificate, String key) {}

  /** An address of this device and a port. */
  public record HttpAddress(String address, int port) {
    public String text() {
      return address + ":" + port;
    }
  }

  public PostgresSiteSpec {
    listen = List.copyOf(listen);
    allow = List.copyOf(allow);
  }

  /** Whether it is the same PostgreSQL on the device, whatever else differs. */
  public boolean isSamePostgres(PostgresSiteSpec other) {
    return version.equals(other.version)
        && dataDirectory.equals(other.dataDirectory)
        && debianCluster.equals(other.debianCluster)
        && port == other.port;
  }

  @Override
  public String kind() {
    return KIND;
  }
}
