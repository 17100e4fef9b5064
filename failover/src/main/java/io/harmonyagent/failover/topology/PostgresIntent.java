package io.harmonyagent.failover.topology;

import java.util.List;
import java.util.Optional;

/**
 * What is wanted of a PostgreSQL, wherever it runs.
 *
 * @param name the cluster's
 * @param version the major version
 * @param storagePath where its data is to be; or else debianCluster
 * @param allow networks that clients may come from
 * @param memory in bytes
 * @param cpus in thousandths
 */
public record PostgresIntent(
    String name,
    String version,
    Optional<String> storagePath,
    Optional<String> debianCluster,
    int port,
    List<String> allow,
    Optional<Long> memory,
    Optional<Long> cpus) {
  public PostgresIntent {
    allow = List.copyOf(allow);
  }
}
