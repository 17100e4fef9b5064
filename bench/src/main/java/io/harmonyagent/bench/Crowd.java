package io.harmonyagent.bench;

import io.harmonyagent.testbed.Pi;
import io.harmonyagent.testbed.Testbed;
import java.time.Duration;

/** What 500 resources on one device cost while nothing happens to them. */
public final class Crowd {
  private static final int FILES = 400;
  private static final int UNITS = 80;
  private static final int CONTAINERS = 20;
  private static final int ALL = FILES + UNITS + CONTAINERS;
  private static final Duration QUIET = Duration.ofSeconds(10);
  private static final Duration IDLE = Duration.ofSeconds(130);
  private static final int PASSES = 9;

  private Crowd() {}

  public static void main(String[] arguments) throws Exception {
    System.exit(Benchmark.run(Crowd::measure));
  }

  private static void measure(Testbed bed, Figures figures) throws Exception {
    ControlPlane control = ControlPlane.create(bed);
    String image = bed.registry().image("sleeper", "v1").reference();
    Pi pi = bed.pi("kitchen").boot();
    new Marks(pi);
    pi.write("/etc/systemd/system/mark@.service", Workloads.MARKING_UNIT);
    Device device = Device.install(bed, "kitchen", Repository.here());
    pi.run("systemctl", "start", "podman.socket").orFail();
    pi.run("podman", "pull", image).orFail();
    device.start();
    control.put(
        "kitchen",
        new Workloads()
            .file("one", "x")
            .unit("mark@one.service")
            .container("one-c", image)
            .manifest(1));
    control.awaitConverged("kitchen", 1);
    Thread.sleep(QUIET);
    Memory before = device.memory();

    figures.comment("%d files, %d units, %d containers".formatted(FILES, UNITS, CONTAINERS));
    control.put("kitchen", crowd(image).manifest(2));
    control.awaitConverged("kitchen", 2);
    passes(device, figures);
    Thread.sleep(QUIET);
    Memory after = device.memory();
    figures.figure(
        "crowd_pss_growth_mb",
        Units.megabytes(after.pssBytes()) - Units.megabytes(before.pssBytes()),
        "MB",
        10);
    figures.comment(
        "of that %.1f MB are its own, the rest are pages of the binary"
            .formatted(
                Units.megabytes(after.anonymousBytes())
                    - Units.megabytes(before.anonymousBytes())));
    Usage start = device.usage();
    long began = System.nanoTime();
    Thread.sleep(IDLE);
    figures.figure(
        "crowd_idle_cpu_percent",
        device.usage().cpuPercentSince(start, Duration.ofNanos(System.nanoTime() - began)),
        "%",
        0.5);
    figures.comment("over %d s with the usual pass every minute".formatted(IDLE.toSeconds()));
  }

  private static void passes(Device device, Figures figures) {
    var millis = new java.util.ArrayList<Double>();
    for (int i = 1; i <= PASSES; i++) {
      device.reload();
      millis.add(device.passMillis(i, ALL));
    }
    figures.figure("crowd_noop_pass_ms", new Samples(millis).median(), "ms", 500);
  }

  private static Workloads crowd(String image) {
    Workloads all = new Workloads();
    for (int i = 0; i < FILES; i++) {
      all.file("f" + i, "content " + i);
    }
    for (int i = 0; i < UNITS; i++) {
      all.unit("mark@u" + i + ".service");
    }
    for (int i = 0; i < CONTAINERS; i++) {
      all.container("c" + i, image);
    }
    return all;
  }
}
