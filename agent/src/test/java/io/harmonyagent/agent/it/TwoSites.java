package io.harmonyagent.agent.it;

import io.harmonyagent.testbed.Certificates;
import io.harmonyagent.testbed.Output;
import io.harmonyagent.testbed.Pi;
import io.harmonyagent.testbed.Release;
import io.harmonyagent.testbed.Testbed;
import io.nats.client.Connection;
import io.nats.client.api.KeyValueEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Two Pis with PostgreSQL, a certificate and the agent each, and an operator beside them. */
final class TwoSites {
  static final Duration LONG = Duration.ofSeconds(60);
  private static final String KEYS = "/etc/harmony-postgres/";

  private final Testbed bed;
  private final Device shop;
  private final Device barn;
  private final Connection mesh;

  private TwoSites(Testbed bed, Device shop, Device barn, Connection mesh) {
    this.bed = bed;
    this.shop = shop;
    this.barn = barn;
    this.mesh = mesh;
  }

  /** The agents are not started yet. */
  static TwoSites boot(Testbed bed, Release release) throws Exception {
    bed.boot(bed.pi("shop", release), bed.pi("barn", release));
    TwoSites sites =
        new TwoSites(bed, device(bed, "shop"), device(bed, "barn"), bed.nats().connect());
    sites.ctl("init", "--replicas", "3");
    return sites;
  }

  Device shop() {
    return shop;
  }

  Device barn() {
    return barn;
  }

  /** The document of the examples, made for these two. */
  static Path document(Path folder, UnaryOperator<String> change) throws IOException {
    String example =
        Files.readString(Binaries.inRepository("examples/multisite-postgres.yaml"))
            .replace("pi-shop.example", "shop")
            .replace("pi-barn.example", "barn")
            .replace("agent: pi-shop", "agent: shop")
            .replace("agent: pi-barn", "agent: barn")
            .replace("memory: 512Mi", "memory: 256Mi");
    return Files.writeString(folder.resolve("multisite-postgres.yaml"), change.apply(example));
  }

  Program ctl(String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("-s");
    all.add(bed.nats().node(1).relayUrl());
    return Program.run(
        Binaries.harmonyAgent().resolveSibling("harmonyctl"),
        new byte[0],
        all.toArray(String[]::new));
  }

  String list() throws Exception {
    return ctl("failover", "list", "shop").out();
  }

  /** In the synchronous modes only such a site may take over; it takes some beats to become one. */
  void awaitTheOtherSiteHasEveryCommit(int epoch) {
    bed.eventually(
        LONG,
        this::lease,
        text ->
            text.contains("\"epoch\":" + epoch + ",")
                && text.contains("\"sync_sites\":[\"site-barn\"]"));
  }

  /** The record, as it stands in the mesh. */
  String lease() throws Exception {
    KeyValueEntry entry = mesh.keyValue("harmony_failover").get("shop.state");
    return entry == null ? "" : entry.getValueAsString();
  }

  boolean accepts(Device site, String statement) {
    return sql(site, statement).exitCode() == 0;
  }

  Output sql(Device site, String statement) {
    return site.pi()
        .run(
            "timeout",
            "5",
            "runuser",
            "-u",
            "postgres",
            "--",
            "psql",
            "-XqAt",
            "--host=/run/harmony-postgres/shop/socket",
            "--dbname=postgres",
            "--command=" + statement);
  }

  String http(Device site, String path) {
    return site.pi()
        .run(
            "timeout",
            "5",
            "bash",
            "-c",
            "exec 3<>/dev/tcp/127.0.0.1/8008; printf 'GET "
                + path
                + " HTTP/1.0\\r\\n\\r\\n' >&3; head -1 <&3 | cut -d' ' -f2")
        .text();
  }

  private static Device device(Testbed bed, String name) throws IOException {
    Device device = Device.prepare(bed, name);
    Pi pi = device.pi();
    try (Stream<Path> units = Files.list(Binaries.inRepository("systemd"))) {
      for (Path unit : units.sorted().toList()) {
        String path = "/usr/lib/systemd/system/" + unit.getFileName();
        if (Files.isSymbolicLink(unit)) {
          pi.run("ln", "-sf", Files.readSymbolicLink(unit).toString(), path).orFail();
        } else if (!unit.endsWith(Device.UNIT)) {
          pi.write(path, Files.readString(unit));
        }
      }
    }
    Certificates.Identity identity = bed.certificates().issue(name);
    pi.write(KEYS + "ca.crt", Files.readString(bed.certificates().authority()));
    pi.write(KEYS + "site.crt", Files.readString(identity.certificate()));
    pi.write(KEYS + "site.key", Files.readString(identity.key()));
    pi.run("chown", "postgres", KEYS + "site.key").orFail();
    pi.run("chmod", "600", KEYS + "site.key").orFail();
    pi.run("systemctl", "daemon-reload").orFail();
    return device;
  }
}
