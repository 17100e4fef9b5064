package io.harmonyagent.failover.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.harmonyagent.failover.core.FenceRung;
import io.harmonyagent.failover.core.SiteId;
import io.harmonyagent.failover.fencing.SystemdDeadman;
import io.harmonyagent.failover.fencing.UnitLadder;
import io.harmonyagent.failover.site.Database;
import io.harmonyagent.failover.systemd.Units;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Stands in for the agent inside a Pi: it carries out one port's call for each line that comes over
 * its socket, and answers with what came of it.
 */
final class SiteDriver {
  static final Path SOCKET = Path.of("/run/site-driver");

  private final PostgresCluster database;
  private final SystemdDeadman deadman;
  private final UnitLadder ladder;
  private final AtomicLong renewed = new AtomicLong();
  private volatile boolean renewing;
  private Thread renewals = Thread.ofPlatform().unstarted(() -> {});

  private SiteDriver(PostgresSettings settings) throws Exception {
    Units units = new Units(Path.of("/run/dbus/system_bus_socket"));
    database = PostgresCluster.prepare(settings, units);
    deadman =
        new SystemdDeadman(
            units,
            settings.cluster(),
            settings.unit(),
            settings.port(),
            database.promotion(),
            database);
    ladder = new UnitLadder(units, settings.cluster(), settings.unit(), settings.port(), database);
  }

  /** Me, the other site, the port, and Debian's cluster or a dash. */
  public static void main(String[] args) throws Exception {
    Path certificates = Path.of("/etc/harmony-postgres");
    Optional<String> debian = Optional.of(args[3]).filter(name -> !name.equals("-"));
    PostgresSettings settings =
        new PostgresSettings(
            "heating",
            new SiteId(args[0]),
            new SiteId(args[1]),
            Path.of(debian.isPresent() ? "/var/lib/postgresql/15/main" : "/var/lib/heating"),
            debian,
            OptionalInt.empty(),
            Integer.parseInt(args[2]),
            "*",
            args[1],
            Integer.parseInt(args[2]),
            args[1],
            certificates.resolve("ca.crt"),
            certificates.resolve("site.crt"),
            certificates.resolve("site.key"),
            List.of(),
            Map.of("shared_buffers", "16MB", "max_connections", "20"),
            Path.of("/var/lib/harmony-agent/failover/heating"));
    new SiteDriver(settings).serve();
  }

  private void serve() throws IOException {
    Files.deleteIfExists(SOCKET);
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(SOCKET));
      while (true) {
        SocketChannel caller = server.accept();
        Thread.ofPlatform().start(() -> answer(caller));
      }
    }
  }

  private void answer(SocketChannel caller) {
    try (caller;
        BufferedReader in =
            new BufferedReader(new InputStreamReader(Channels.newInputStream(caller), UTF_8))) {
      String said = outcome(in.readLine().split(" "));
      caller.write(ByteBuffer.wrap((said.replace('\n', ' ') + "\n").getBytes(UTF_8)));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private String outcome(String[] words) {
    try {
      return "ok " + carryOut(words);
    } catch (Exception e) {
      return "failed " + e.getMessage();
    }
  }

  private Object carryOut(String[] words) throws Exception {
    switch (words[0]) {
      case "init" -> database.initialise();
      case "arm" -> deadman.arm(nowMs() + Long.parseLong(words[1]), Long.parseLong(words[2]));
      case "renew" ->
          renew(Long.parseLong(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3]));
      case "rest" -> {
        renewing = false;
        renewals.join();
      }
      case "renewals" -> {
        return renewed.get();
      }
      case "disarm" -> deadman.disarm();
      case "left" -> {
        return deadman.deadlineMs().orElse(-1) - nowMs();
      }
      case "open" -> deadman.openForWrites(1, Boolean.parseBoolean(words[1]));
      case "follow" -> database.follow(new SiteId("peer"), 1);
      case "wait" -> {
        return database.waitForPeer(Boolean.parseBoolean(words[1]));
      }
      case "prepare" -> {
        return database.prepareStop(Duration.ofMillis(Long.parseLong(words[1])));
      }
      case "stop" -> {
        return database.stopCleanly(Duration.ofMillis(Long.parseLong(words[1])));
      }
      case "look" -> {
        return database.look(Duration.ofSeconds(1));
      }
      case "write" -> {
        Database.Probe probe = database.probe(true, Duration.ofMillis(Long.parseLong(words[1])));
        return probe.ok() + " " + probe.view().mode();
      }
      case "fence" -> {
        return ladder.climb(FenceRung.FAST_STOP, Duration.ofSeconds(20));
      }
      default -> throw new IllegalArgumentException(words[0]);
    }
    return "";
  }

  /** Arms over and over, as acked renewals would. */
  private void renew(long everyMs, long holdMs, long fenceMs) {
    renewing = true;
    renewed.set(0);
    renewals =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (renewing) {
                    try {
                      deadman.arm(nowMs() + holdMs, fenceMs);
                      renewed.incrementAndGet();
                      Thread.sleep(everyMs);
                    } catch (Exception e) {
                      throw new IllegalStateException(e);
                    }
                  }
                });
  }

  private static long nowMs() {
    return System.nanoTime() / 1_000_000;
  }
}
