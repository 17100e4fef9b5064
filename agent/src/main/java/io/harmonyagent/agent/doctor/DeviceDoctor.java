package io.harmonyagent.agent.doctor;

import io.harmonyagent.core.config.AgentConfig;
import io.harmonyagent.core.config.ConfigFiles;
import io.harmonyagent.core.dbus.BusConnection;
import io.harmonyagent.core.dbus.BusFailure;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.ledger.Ledger;
import io.harmonyagent.core.manifest.AgentManifest;
import io.harmonyagent.core.manifest.ContainerSpec;
import io.harmonyagent.core.manifest.ManagedResource;
import io.harmonyagent.core.manifest.ManifestReader;
import io.harmonyagent.core.manifest.PostgresSiteSpec;
import io.harmonyagent.core.status.ResourceDetails;
import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.core.status.ResourceStatus;
import io.harmonyagent.core.status.StatusReader;
import io.harmonyagent.failover.fencing.GuardUnits;
import io.harmonyagent.reconcilers.container.podman.PodmanClient;
import io.harmonyagent.reconcilers.container.podman.PodmanException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Looks at one device, from the device itself: configuration, clock, disk, bus, container runtime,
 * certificates and, where a site of a failover cluster is, its deadman. Changes nothing.
 */
public final class DeviceDoctor {
  private static final Duration BUS_LIMIT = Duration.ofSeconds(5);
  private static final long MB = 1024L * 1024;

  private final AgentConfig config;
  private final ConfigFiles configFiles;
  private final Path root;
  private final Path state;

  /**
   * Makes a doctor that has not looked yet.
   *
   * @param config the one in force
   * @param configFiles what the agent would read if it started now
   */
  public DeviceDoctor(AgentConfig config, ConfigFiles configFiles, Path root, Path state) {
    this.config = config;
    this.configFiles = configFiles;
    this.root = root;
    this.state = state;
  }

  public List<Finding> look() throws InterruptedException {
    List<Finding> findings = new ArrayList<>();
    findings.add(configuration(configFiles, Optional.of(config)));
    Optional<AgentManifest> manifest = manifest(findings);
    findings.add(meshConfig());
    config.mesh().ifPresent(mesh -> findings.addAll(new Certificates(Instant.now()).of(mesh)));
    findings.add(disk());
    findings.add(podman(wants(manifest, ContainerSpec.class)));
    try (BusConnection bus = bus()) {
      findings.add(Finding.ok("D-Bus", "the system bus answers"));
      findings.add(clock(bus));
      for (PostgresSiteSpec site : sites(manifest)) {
        findings.addAll(site(bus, site, leads(site)));
      }
    } catch (BusFailure e) {
      findings.add(
          Finding.bad(
              "D-Bus",
              "the system bus does not answer: " + e.getMessage(),
              "without it no unit can be kept; systemctl status dbus"));
    }
    return findings;
  }

  /**
   * Whether the agent would take up these files at its next start.
   *
   * @param inForce what the agent works with; absent if it cannot start
   */
  public static Finding configuration(ConfigFiles files, Optional<AgentConfig> inForce) {
    try {
      AgentConfig next = files.load();
      return inForce.filter(next::equals).isPresent()
          ? Finding.ok("configuration", "can be read")
          : Finding.warning(
              "configuration",
              "is not the one that the agent works with",
              "systemctl restart harmony-agent takes it up");
    } catch (InvalidDocument e) {
      return Finding.bad(
          "configuration",
          e.sentence(),
          "mend it, then systemctl restart harmony-agent; until then the agent works with the one"
              + " that last worked, or not at all if there was none");
    }
  }

  private Optional<AgentManifest> manifest(List<Finding> findings) {
    try {
      Optional<byte[]> bytes = Ledger.view(state).manifest();
      if (bytes.isEmpty()) {
        findings.add(Finding.ok("ledger", "no manifest was accepted yet"));
        return Optional.empty();
      }
      AgentManifest manifest = ManifestReader.read(new JsonReader().read(bytes.get(), "ledger"));
      findings.add(Finding.ok("ledger", "generation " + manifest.generation() + " is in force"));
      return Optional.of(manifest);
    } catch (IOException | InvalidDocument e) {
      findings.add(
          Finding.bad(
              "ledger",
              "what was accepted cannot be read: " + e.getMessage(),
              "look at " + state + "; the next manifest from the mesh replaces it"));
      return Optional.empty();
    }
  }

  private static boolean wants(Optional<AgentManifest> manifest, Class<?> spec) {
    return manifest.stream()
        .flatMap(m -> m.resources().stream())
        .anyMatch(resource -> spec.isInstance(resource.spec()));
  }

  private static List<PostgresSiteSpec> sites(Optional<AgentManifest> manifest) {
    return manifest.stream()
        .flatMap(m -> m.resources().stream())
        .map(ManagedResource::spec)
        .filter(PostgresSiteSpec.class::isInstance)
        .map(PostgresSiteSpec.class::cast)
        .toList();
  }

  private Finding meshConfig() {
    if (config.mesh().isEmpty()) {
      return Finding.warning(
          "mesh", "none is configured", "set nats.servers in the configuration, or run --manifest");
    }
    return config.mesh().get().tls().isPresent()
        ? Finding.ok("mesh", "TLS to " + String.join(", ", config.mesh().get().servers()))
        : Finding.warning(
            "mesh",
            "without TLS: anybody on the way can read and change what this device is told",
            "use tls:// servers with a certificate for each device (docs/mesh.md)");
  }

  private Finding disk() {
    try {
      Path place = Files.isDirectory(state) ? state : root;
      long total = Files.getFileStore(place).getTotalSpace();
      long free = Files.getFileStore(place).getUsableSpace();
      long percent = total == 0 ? 0 : free * 100 / total;
      String text = "%d MB (%d %%) free at %s".formatted(free / MB, percent, place);
      String remedy = "make room: journalctl --vacuum-size=100M, podman image prune";
      if (free < 100 * MB || percent < 3) {
        return Finding.bad("disk", text, remedy);
      }
      return percent < 10 ? Finding.warning("disk", text, remedy) : Finding.ok("disk", text);
    } catch (IOException e) {
      return Finding.bad("disk", "cannot be looked at: " + e.getMessage(), "is it mounted?");
    }
  }

  private Finding podman(boolean wanted) {
    Path socket = root.resolve(relative(config.podman().socket()));
    try (PodmanClient podman = new PodmanClient(socket)) {
      return Finding.ok("podman", "version " + podman.version() + " answers at " + socket);
    } catch (PodmanException e) {
      return wanted
          ? Finding.bad(
              "podman",
              "containers are wanted, and it does not answer: " + e.getMessage(),
              "apt-get install podman; systemctl enable --now podman.socket")
          : Finding.ok("podman", "does not answer, and no container is wanted");
    }
  }

  private static Path relative(Path absolute) {
    return absolute.isAbsolute() ? Path.of("/").relativize(absolute) : absolute;
  }

  private BusConnection bus() throws BusFailure, InterruptedException {
    return BusConnection.open(
        root.resolve("run/dbus/system_bus_socket"), BUS_LIMIT, _ -> {}, () -> {});
  }

  private static Finding clock(BusConnection bus) throws InterruptedException {
    try {
      boolean set =
          new Properties(bus)
              .flag(
                  "org.freedesktop.timedate1",
                  "/org/freedesktop/timedate1",
                  "org.freedesktop.timedate1",
                  "NTPSynchronized");
      return set
          ? Finding.ok("clock", "is synchronised")
          : Finding.warning(
              "clock",
              "is not synchronised: times in logs and statuses are wrong, certificates may seem"
                  + " to be",
              "timedatectl set-ntp true");
    } catch (BusFailure e) {
      return Finding.warning(
          "clock",
          "nobody says whether it is synchronised: " + e.getMessage(),
          "timedatectl, or chronyc tracking");
    }
  }

  /** By its own last word; false where it has said nothing. */
  private boolean leads(PostgresSiteSpec site) {
    try {
      byte[] status = Files.readAllBytes(root.resolve("run/harmony-agent/status.json"));
      return StatusReader.read(new JsonReader().read(status, "status"))
          .resources()
          .values()
          .stream()
          .map(ResourceStatus::state)
          .anyMatch(
              state ->
                  state instanceof ResourceState.Ready(ResourceDetails.SiteDetails details)
                      && details.cluster().equals(site.cluster())
                      && details.leader().filter(site.site()::equals).isPresent());
    } catch (IOException | InvalidDocument e) {
      return false;
    }
  }

  private static List<Finding> site(BusConnection bus, PostgresSiteSpec site, boolean leads)
      throws InterruptedException {
    List<Finding> findings = new ArrayList<>();
    Certificates certificates = new Certificates(Instant.now());
    findings.add(certificates.expiry(Path.of(site.tls().certificate())));
    findings.add(certificates.expiry(Path.of(site.tls().ca())));
    GuardUnits units = new GuardUnits(site.cluster());
    try {
      Properties properties = new Properties(bus);
      boolean installed = properties.ofUnit(units.fence(), "LoadState").equals("loaded");
      boolean armed = properties.ofUnit(units.deadman(), "ActiveState").equals("active");
      findings.add(deadman(site.cluster(), installed, armed, leads));
    } catch (BusFailure e) {
      findings.add(
          Finding.bad(
              "deadman",
              "cannot be asked: " + e.getMessage(),
              "systemctl status " + units.deadman()));
    }
    return findings;
  }

  static Finding deadman(String cluster, boolean installed, boolean armed, boolean leads) {
    if (!installed) {
      return Finding.bad(
          "deadman",
          "its units are not installed: nothing fences " + cluster + " without us",
          "install the package's units again: apt reinstall harmony-agent");
    }
    if (armed) {
      return Finding.ok("deadman", "is armed for " + cluster);
    }
    return leads
        ? Finding.bad(
            "deadman",
            "is not armed although this site leads " + cluster + ": nothing fences it without us",
            "harmonyctl failover switchover "
                + cluster
                + ", then: systemctl restart harmony-agent here")
        : Finding.ok("deadman", "is not armed for " + cluster + ", which this site does not lead");
  }
}
