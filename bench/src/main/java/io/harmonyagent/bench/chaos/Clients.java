package io.harmonyagent.bench.chaos;

import io.harmonyagent.bench.Repository;
import io.harmonyagent.testbed.Host;
import io.harmonyagent.testbed.Testbed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Programs on a host of their own that write into the database, and note what they were told. Their
 * host takes no part in any fault but those of the network of a site.
 */
final class Clients {
  /** Everything that a client writes stands here; the superuser makes it once. */
  static final String SCHEMA =
      "create schema chaos; create table chaos.writes"
          + "(client text, number bigint, primary key (client, number));"
          + " grant usage on schema chaos to public;"
          + " grant select, insert on chaos.writes to public";

  private static final Duration TO_STOP = Duration.ofSeconds(15);

  private final Cluster cluster;
  private final Host host;
  private final Path program;
  private final Map<String, Process> running = new LinkedHashMap<>();

  private Clients(Cluster cluster, Host host, Path program) {
    this.cluster = cluster;
    this.host = host;
    this.program = program;
  }

  static Clients of(Testbed bed, Cluster cluster) {
    return new Clients(cluster, bed.host("clients"), program());
  }

  /** Opens one session and keeps it, and waits for every answer, as long as libpq lets it. */
  void startFaithful(String name, Site first, Duration pace) {
    start(name, pace, 0, cluster.conninfo(first, "connect_timeout=2"));
  }

  /** Opens a session now and again, and after every failure; gives up after two seconds. */
  void startFickle(String name, Site first, Duration pace) {
    start(name, pace, 2000, cluster.conninfo(first, "connect_timeout=2 tcp_user_timeout=2000"));
  }

  private void start(String name, Duration pace, int patienceMs, String conninfo) {
    Process process =
        host.start(
            "client-" + name,
            program.toString(),
            name,
            notes(name).toString(),
            String.valueOf(pace.toMillis()),
            String.valueOf(patienceMs),
            conninfo);
    running.put(name, process);
  }

  /** What they have noted so far. */
  List<Journal> journals() {
    Map<String, String> siteByAddress =
        cluster.sites().stream().collect(Collectors.toMap(site -> site.pi().address(), Site::name));
    return running.keySet().stream()
        .map(name -> Journal.parse(name, read(notes(name)), siteByAddress))
        .toList();
  }

  /** Ends them and returns what they have noted. */
  List<Journal> stop() {
    running.values().forEach(Process::destroy);
    long deadline = System.nanoTime() + TO_STOP.toNanos();
    try {
      for (Process process : running.values()) {
        if (!process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
          process.destroyForcibly().waitFor();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while clients end", e);
    }
    List<Journal> journals = journals();
    running.clear();
    return journals;
  }

  private Path notes(String name) {
    return host.folder().resolve(name);
  }

  private static String read(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path program() {
    Repository repository = Repository.here();
    try {
      Process build =
          new ProcessBuilder(
                  "bash",
                  repository.file("bench/src/main/c/build-writer.sh").toString(),
                  repository.file("target/chaos").toString())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      String path =
          new String(build.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (build.waitFor() != 0) {
        throw new IllegalStateException("writer.c cannot be built; what gcc said stands above");
      }
      return Path.of(path).toAbsolutePath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while writer.c is built", e);
    }
  }
}
