package io.harmonyagent.bench;

import io.harmonyagent.testbed.Pi;
import io.harmonyagent.testbed.Testbed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** How fast units and containers follow the manifest, and how fast drift is repaired. */
public final class Converge {
  private static final int WARM_UP = 2;
  private static final int STARTS = 15;
  private static final int DRIFTS = 20;
  private static final int DRIFTS_WITHOUT_EVENTS = 5;
  private static final Duration PERIOD = Duration.ofSeconds(2);
  private static final double REPAIR_MS = 150;

  /** A pass begins up to a tenth later than the period says, and then needs its time. */
  private static final double PERIOD_MS = PERIOD.toMillis() * 1.1 + REPAIR_MS;

  private final Figures figures;
  private final ControlPlane control;
  private final Device device;
  private final Marks marks;
  private final String image;
  private long generation;

  private Converge(Figures figures, ControlPlane control, Device device, String image) {
    this.figures = figures;
    this.control = control;
    this.device = device;
    this.marks = new Marks(device.pi());
    this.image = image;
  }

  public static void main(String[] arguments) throws Exception {
    System.exit(Benchmark.run(Converge::measure));
  }

  private static void measure(Testbed bed, Figures figures) throws Exception {
    ControlPlane control = ControlPlane.create(bed);
    String image = bed.registry().image("sleeper", "v1").reference();
    bed.boot(bed.pi("kitchen"), bed.pi("cellar"));
    Converge quick = on(bed, "kitchen", "", figures, control, image);
    quick.measureUnits();
    quick.measureContainers();
    quick.measureDrift("", DRIFTS, REPAIR_MS);
    figures.comment("and without events, one pass every %d s".formatted(PERIOD.toSeconds()));
    on(
            bed,
            "cellar",
            "events: false\npass_interval: " + PERIOD.toSeconds() + "s\n",
            figures,
            control,
            image)
        .measureDrift("_without_events", DRIFTS_WITHOUT_EVENTS, PERIOD_MS);
  }

  private static Converge on(
      Testbed bed,
      String name,
      String config,
      Figures figures,
      ControlPlane control,
      String image) {
    Device device = Device.install(bed, name, Repository.here(), config);
    Pi pi = device.pi();
    pi.write("/etc/systemd/system/mark@.service", Workloads.MARKING_UNIT);
    pi.write("/etc/systemd/system/running@.service", Workloads.RUNNING_UNIT);
    pi.run("systemctl", "daemon-reload").orFail();
    pi.run("systemctl", "start", "podman.socket").orFail();
    pi.run("podman", "pull", image).orFail();
    device.start();
    return new Converge(figures, control, device, image);
  }

  /** In turns with busctl, which is timed from inside the Pi: only the program itself counts. */
  private void measureUnits() throws Exception {
    Workloads wanted = new Workloads();
    List<Double> ours = new ArrayList<>();
    List<Double> theirs = new ArrayList<>();
    for (int i = 0; i < WARM_UP + STARTS; i++) {
      String mark = "ours" + i;
      wanted.unit("mark@" + mark + ".service");
      String manifest = wanted.manifest(++generation);
      double our = marks.millisUntilMarked(mark, () -> control.put(device.name(), manifest));
      control.awaitConverged(device.name(), generation);
      double their = busctl("theirs" + i);
      if (i >= WARM_UP) {
        ours.add(our);
        theirs.add(their);
      }
    }
    figures.ratio("unit", new Samples(ours).median(), new Samples(theirs).median(), 1.2);
  }

  private double busctl(String mark) {
    String script =
        """
        start=$EPOCHREALTIME
        busctl --quiet call org.freedesktop.systemd1 /org/freedesktop/systemd1 \
          org.freedesktop.systemd1.Manager StartUnit ss mark@%1$s.service replace
        until [ -e %2$s/%1$s ]; do :; done
        end=$EPOCHREALTIME
        echo $((${end/./} - ${start/./}))
        """
            .formatted(mark, Marks.FOLDER);
    return Long.parseLong(device.pi().run("bash", "-c", script).orFail().text()) / 1000.0;
  }

  private void measureContainers() throws Exception {
    PodmanSocket podman = new PodmanSocket(device.pi());
    Workloads wanted = new Workloads();
    List<Double> ours = new ArrayList<>();
    List<Double> theirs = new ArrayList<>();
    for (int i = 0; i < WARM_UP + STARTS; i++) {
      String our = "ours-" + i;
      String their = "theirs-" + i;
      wanted.container(our, image);
      String manifest = wanted.manifest(++generation);
      double ourMillis = marks.millisUntilMarked(our, () -> control.put(device.name(), manifest));
      control.awaitConverged(device.name(), generation);
      double theirMillis =
          marks.millisUntilMarked(
              their, () -> podman.createAndStart(their, Workloads.podmanSpec(their, image)));
      if (i >= WARM_UP) {
        ours.add(ourMillis);
        theirs.add(theirMillis);
      }
    }
    figures.ratio("container", new Samples(ours).median(), new Samples(theirs).median(), 1.2);
  }

  /** Each is damaged once: what dies again and again is not started again at once. */
  private void measureDrift(String suffix, int times, double atMost) throws Exception {
    Workloads wanted = new Workloads();
    for (int i = 0; i < times; i++) {
      wanted.file(file(i), "right").unit(unit(i)).container(container(i), image);
    }
    control.put(device.name(), wanted.manifest(++generation));
    control.awaitConverged(device.name(), generation);
    figures.comment(times + " repairs of each, from before the damage until it is in place again");
    repairs("drift_file_p99_ms" + suffix, times, atMost, this::damageFile);
    repairs("drift_unit_p99_ms" + suffix, times, atMost, this::killUnit);
    repairs("drift_container_p99_ms" + suffix, times, atMost, this::killContainer);
  }

  /** Damages one of many and answers how long it was damaged. */
  @FunctionalInterface
  private interface Damage {
    double millis(int number) throws Exception;
  }

  private void repairs(String name, int times, double atMost, Damage damage) throws Exception {
    List<Double> millis = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      millis.add(damage.millis(i));
      control.awaitConverged(device.name(), generation);
    }
    Samples samples = new Samples(millis);
    figures.figure(name, samples.percentile(99), "ms", atMost);
    figures.comment(
        "p50 %s ms, slowest %s ms"
            .formatted(Figures.number(samples.median()), Figures.number(samples.largest())));
  }

  private double damageFile(int number) throws Exception {
    Path file = device.pi().root().resolve(Marks.FOLDER.substring(1)).resolve(file(number));
    try (FileSight sight = new FileSight(file)) {
      long start = System.nanoTime();
      java.nio.file.Files.writeString(file, "wrong");
      return Units.millis(Duration.ofNanos(sight.await("right", Duration.ofSeconds(30)) - start));
    }
  }

  private double killUnit(int number) throws Exception {
    long pid = device.pi().mainPid(unit(number));
    return marks.millisFromDeath("u" + number, pid);
  }

  private double killContainer(int number) throws Exception {
    String pid =
        device
            .pi()
            .run("podman", "inspect", "--format={{.State.Pid}}", container(number))
            .orFail()
            .text();
    return marks.millisFromDeath(container(number), Long.parseLong(pid));
  }

  private static String file(int number) {
    return "drifting-" + number;
  }

  private static String unit(int number) {
    return "running@u" + number + ".service";
  }

  private static String container(int number) {
    return "drifter-" + number;
  }
}
