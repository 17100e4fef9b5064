package io.harmonyagent.bench;

import io.harmonyagent.testbed.Pi;
import io.harmonyagent.testbed.Testbed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/** A Pi with the agent as a service, and what can be measured of it from outside. */
public final class Device {
  public static final String UNIT = "harmony-agent.service";
  private static final Duration JOURNAL_LIMIT = Duration.ofSeconds(10);

  private final Testbed bed;
  private final Pi pi;

  private Device(Testbed bed, Pi pi) {
    this.bed = bed;
    this.pi = pi;
  }

  /** Installs the agent on a Pi that is on; {@link #start} starts it. */
  public static Device install(Testbed bed, String name, Repository repository) {
    return install(bed, name, repository, "");
  }

  /** {@code config} is added to what every device has: its name and where the mesh is. */
  public static Device install(Testbed bed, String name, Repository repository, String config) {
    Pi pi = bed.pi(name);
    pi.install(repository.binary(), "/usr/bin/harmony-agent");
    pi.run("ln", "-s", "harmony-agent", "/usr/bin/harmonyctl").orFail();
    installUnits(pi, repository.file("systemd"));
    pi.write(
        "/etc/harmony-agent/config.yaml",
        "agent_id: %s\nnats:\n  servers: [\"%s\"]\n%s"
            .formatted(name, bed.nats().url().replace(",", "\", \""), config));
    pi.run("systemctl", "daemon-reload").orFail();
    return new Device(bed, pi);
  }

  private static void installUnits(Pi pi, Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        String path = "/etc/systemd/system/" + file.getFileName();
        if (Files.isSymbolicLink(file)) {
          // Another name of the same unit, and not another unit.
          pi.run("ln", "-sf", Files.readSymbolicLink(file).toString(), path).orFail();
        } else {
          pi.write(path, Files.readString(file));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Pi pi() {
    return pi;
  }

  public String name() {
    return pi.name();
  }

  /** Returns when systemd has seen READY=1. */
  public void start() {
    pi.start(UNIT);
  }

  void restart() {
    pi.run("systemctl", "restart", UNIT).orFail();
  }

  /** Makes the agent look at everything; it logs how long that took. */
  void reload() {
    pi.run("systemctl", "reload", UNIT).orFail();
  }

  String journal() {
    return pi.journal(UNIT);
  }

  private String journal(String format) {
    return pi.run("journalctl", "--quiet", "--no-pager", "--output=" + format, "--unit=" + UNIT)
        .orFail()
        .out();
  }

  /**
   * From systemd's fork to READY=1 as systemd saw it, of the latest start. The agent says READY
   * after its first try at the mesh, so a start whose try failed is no measurement.
   */
  public Duration startToReady() {
    String latest = "_SYSTEMD_INVOCATION_ID=" + show("InvocationID");
    String said =
        bed.eventually(
            JOURNAL_LIMIT,
            () -> pi.run("journalctl", "--quiet", "--no-pager", latest).orFail().out(),
            text -> text.contains("mesh: connected to"));
    if (said.contains("cannot reach the mesh") || said.contains("has not answered")) {
      throw new IllegalStateException(name() + " became ready without the mesh:\n" + said);
    }
    long startedMicros = Long.parseLong(show("ExecMainStartTimestampMonotonic"));
    long readyMicros = Long.parseLong(show("ActiveEnterTimestampMonotonic"));
    return Duration.ofNanos(1000 * (readyMicros - startedMicros));
  }

  /** When all resources of a generation were in place, as the agent logged it. */
  public Instant readyAt(long generation) {
    // What the agent says reaches the journal a moment later than the mesh.
    return bed.eventually(
            JOURNAL_LIMIT,
            () -> ReadyLog.readyAt(journal("short-unix"), generation),
            Optional::isPresent)
        .orElseThrow();
  }

  /** How long the n-th pass over that many resources took that was asked for, in milliseconds. */
  double passMillis(int number, int resources) {
    return bed.eventually(
            JOURNAL_LIMIT,
            () -> PassLog.millis(journal(), resources),
            passes -> passes.size() >= number)
        .get(number - 1);
  }

  /** Whether its agent has been up for that long; the monotonic clock is this machine's own. */
  public boolean isUpFor(Duration time) {
    long readyMicros = Long.parseLong(show("ActiveEnterTimestampMonotonic"));
    return System.nanoTime() / 1000 - readyMicros > time.toNanos() / 1000;
  }

  public Memory memory() {
    return Memory.parse(proc("smaps_rollup"));
  }

  public Usage usage() {
    return Usage.parse(proc("stat"), proc("io"));
  }

  private String proc(String file) {
    return pi.read("/proc/" + pi.mainPid(UNIT) + "/" + file);
  }

  private String show(String property) {
    return pi.run("systemctl", "show", "--property=" + property, "--value", UNIT).orFail().text();
  }
}
