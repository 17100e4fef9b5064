package io.harmonyagent.bench;

import io.harmonyagent.testbed.Testbed;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What the agent costs a device on which nothing happens: size, start, memory, disk and CPU. */
public final class Footprint {
  private static final int STARTS = 30;
  private static final Duration QUIET = Duration.ofSeconds(10);
  private static final Duration IDLE = Duration.ofSeconds(60);
  private static final FileSet FEW_FILES = new FileSet("/srv/few", 5);
  private static final String MARK = "/run/idle-since";

  private final Device device;
  private final Figures figures;

  private Footprint(Device device, Figures figures) {
    this.device = device;
    this.figures = figures;
  }

  public static void main(String[] arguments) throws Exception {
    System.exit(Benchmark.run(Footprint::measure));
  }

  private static void measure(Testbed bed, Figures figures) throws Exception {
    Repository repository = Repository.here();
    measureSize(repository, figures);
    ControlPlane control = ControlPlane.create(bed);
    bed.pi("kitchen").boot();
    Device device = Device.install(bed, "kitchen", repository);
    device.start();
    control.put("kitchen", FEW_FILES.manifest(1));
    control.awaitConverged("kitchen", 1);

    Footprint footprint = new Footprint(device, figures);
    footprint.measureStart();
    footprint.measureIdle();
  }

  private static void measureSize(Repository repository, Figures figures) {
    figures.figure("binary_mb", Units.megabytes(repository.binary()), "MB", 42);
    repository
        .binaryForArm64()
        .ifPresentOrElse(
            binary -> figures.figure("binary_arm64_mb", Units.megabytes(binary), "MB", 45),
            () -> figures.comment("binary_arm64_mb: not built; make native ARCH=arm64"));
  }

  private void measureStart() {
    figures.comment(STARTS + " starts with a manifest in place, the mesh connected each time");
    List<Double> millis = new ArrayList<>();
    for (int i = 0; i < STARTS; i++) {
      device.restart();
      millis.add(Units.millis(device.startToReady()));
    }
    Samples starts = new Samples(millis);
    figures.figure("start_to_ready_ms", starts.median(), "ms", 60);
    figures.comment(
        "start_to_ready_ms is the median of %d, from systemd's fork to READY=1; p95 %s, slowest %s"
            .formatted(
                starts.count(),
                Figures.number(starts.percentile(95)),
                Figures.number(starts.largest())));
  }

  private void measureIdle() throws InterruptedException {
    figures.comment(
        "%d s of quiet, then %d s of idling".formatted(QUIET.toSeconds(), IDLE.toSeconds()));
    Thread.sleep(QUIET);
    Memory memory = device.memory();
    figures.figure("idle_pss_mb", Units.megabytes(memory.pssBytes()), "MB", 32);
    figures.figure("idle_anonymous_mb", Units.megabytes(memory.anonymousBytes()), "MB", 10);

    device.pi().run("touch", MARK).orFail();
    long loggedBefore = loggedBytes();
    Usage before = device.usage();
    long start = System.nanoTime();
    Thread.sleep(IDLE);
    Usage after = device.usage();
    Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
    long diskBytes =
        after.diskBytesSince(before) + loggedBytes() - loggedBefore + changedFileBytes();
    figures.figure("idle_disk_bytes", (double) diskBytes, "bytes", 0);
    figures.figure("idle_cpu_percent", after.cpuPercentSince(before, elapsed), "%", 0.2);
  }

  private long loggedBytes() {
    return device.journal().getBytes(StandardCharsets.UTF_8).length;
  }

  /**
   * A Pi of the testbed has its disk in memory, and the kernel does not count what is written to
   * memory: so what the agent may write to is looked at as well. An entry counts with its size; a
   * directory's time changes too when a file in it is replaced.
   */
  private long changedFileBytes() {
    return device
        .pi()
        .run(
            "find",
            "/etc",
            "/srv",
            "/var/lib/harmony-agent",
            "-xdev",
            "-newercm",
            MARK,
            "-printf",
            "%s\\n")
        .orFail()
        .out()
        .lines()
        .mapToLong(Long::parseLong)
        .sum();
  }
}
