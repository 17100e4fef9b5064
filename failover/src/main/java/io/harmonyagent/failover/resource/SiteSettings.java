package io.harmonyagent.failover.resource;

import io.harmonyagent.core.manifest.PostgresSiteSpec;
import io.harmonyagent.failover.core.SiteId;
import io.harmonyagent.failover.postgres.PostgresSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A spec in the words of those who run PostgreSQL. */
public final class SiteSettings {
  private static final Path DEBIANS_DATA = Path.of("/var/lib/postgresql");
  private static final long KIBIBYTE = 1024;

  private SiteSettings() {}

  /**
   * All that PostgreSQL's side has to know of a spec.
   *
   * @param memory a folder of the agent's own, that outlasts a boot
   */
  public static PostgresSettings of(PostgresSiteSpec spec, Path memory) {
    Path data =
        spec.dataDirectory()
            .map(Path::of)
            .orElseGet(
                () ->
                    DEBIANS_DATA
                        .resolve(spec.version())
                        .resolve(spec.debianCluster().orElseThrow()));
    return new PostgresSettings(
        spec.cluster(),
        new SiteId(spec.site()),
        new SiteId(spec.peer().site()),
        data,
        debianCluster(spec),
        OptionalInt.of(Integer.parseInt(spec.version())),
        spec.port(),
        String.join(",", spec.listen()),
        spec.peer().host(),
        spec.peer().port(),
        spec.peer().host(),
        Path.of(spec.tls().ca()),
        Path.of(spec.tls().certificate()),
        Path.of(spec.tls().key()),
        spec.allow().stream()
            .map(network -> "hostssl all all " + network + " scram-sha-256")
            .toList(),
        memoryParameters(spec.memory()),
        memory);
  }

  /** The unit that PostgreSQL runs as. */
  public static String unit(PostgresSiteSpec spec) {
    return PostgresSettings.unit(spec.cluster(), debianCluster(spec));
  }

  private static Optional<String> debianCluster(PostgresSiteSpec spec) {
    return spec.debianCluster().map(name -> spec.version() + "-" + name);
  }

  /** PostgreSQL's own rule of thumb: a quarter for itself, and the rest is the kernel's cache. */
  private static Map<String, String> memoryParameters(Optional<Long> bytes) {
    return bytes
        .map(
            all ->
                Map.of(
                    "shared_buffers", all / 4 / KIBIBYTE + "kB",
                    "effective_cache_size", all / 4 * 3 / KIBIBYTE + "kB"))
        .orElse(Map.of());
  }

  /** What the service manager is to hold it to, as lines of a unit; none where nothing is said. */
  public static List<String> limits(PostgresSiteSpec spec) {
    return List.of(
            spec.memory().map(bytes -> "MemoryMax=" + bytes).orElse(""),
            spec.cpus().map(thousandths -> "CPUQuota=" + thousandths / 10 + "%").orElse(""))
        .stream()
        .filter(line -> !line.isEmpty())
        .toList();
  }
}
