package io.harmonyagent.bench;

import io.harmonyagent.testbed.Pi;
import io.harmonyagent.testbed.Testbed;
import io.nats.client.JetStreamApiException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** How fast files follow the manifest, and what it costs to see that they are all in place. */
public final class Files {
  private static final int WARM_UP_CHANGES = 20;
  private static final int CHANGES = 200;
  private static final Duration BETWEEN_CHANGES = Duration.ofMillis(100);
  private static final Duration CHANGE_LIMIT = Duration.ofSeconds(10);
  private static final int WARM_UP_PASSES = 2;
  private static final int PASSES = 15;
  private static final FileSet FEW = new FileSet("/srv/few", 5);
  private static final FileSet MANY = new FileSet("/srv/many", 1000);

  private final Testbed bed;
  private final Figures figures;
  private final ControlPlane control;

  private Files(Testbed bed, Figures figures) throws Exception {
    this.bed = bed;
    this.figures = figures;
    this.control = ControlPlane.create(bed);
  }

  public static void main(String[] arguments) throws Exception {
    System.exit(Benchmark.run(Files::measure));
  }

  private static void measure(Testbed bed, Figures figures) throws Exception {
    Files files = new Files(bed, figures);
    bed.boot(bed.pi("kitchen"), bed.pi("cellar"));
    files.measureChanges(files.running("kitchen"));
    Device cellar = files.running("cellar");
    files.measureFirst(cellar);
    files.measurePasses(cellar);
  }

  private Device running(String name) {
    Device device = Device.install(bed, name, Repository.here());
    device.start();
    return device;
  }

  /** From before the put until the file is seen with the new content. */
  private void measureChanges(Device device) throws Exception {
    figures.comment(
        "%d changes of one file of %d, one every %d ms"
            .formatted(CHANGES, FEW.count(), BETWEEN_CHANGES.toMillis()));
    control.put(device.name(), FEW.manifest(1));
    control.awaitConverged(device.name(), 1);
    List<Double> millis = new ArrayList<>();
    try (FileSight sight = new FileSight(outside(device.pi(), FEW.path(0)));
        ExecutorService watcher = Executors.newSingleThreadExecutor()) {
      for (int change = 1; change <= WARM_UP_CHANGES + CHANGES; change++) {
        Duration took = change(device, change + 1L, sight, watcher);
        if (change > WARM_UP_CHANGES) {
          millis.add(Units.millis(took));
        }
        Thread.sleep(BETWEEN_CHANGES);
      }
    }
    Samples changes = new Samples(millis);
    figures.figure("put_to_file_p99_ms", changes.percentile(99), "ms", 20);
    figures.comment(
        "put_to_file: p50 %s ms, p90 %s ms, slowest %s ms"
            .formatted(
                Figures.number(changes.median()),
                Figures.number(changes.percentile(90)),
                Figures.number(changes.largest())));
  }

  private Duration change(Device device, long generation, FileSight sight, ExecutorService watcher)
      throws IOException, JetStreamApiException, InterruptedException, ExecutionException {
    String manifest = FEW.manifest(generation);
    String content = FEW.content(0, generation);
    // In a thread of its own: the put's acknowledgement may come later than the file.
    Future<Long> seen = watcher.submit(() -> sight.await(content, CHANGE_LIMIT));
    long before = System.nanoTime();
    control.put(device.name(), manifest);
    return Duration.ofNanos(seen.get() - before);
  }

  /** From before the put until the agent says that all are in place. */
  private void measureFirst(Device device) throws Exception {
    String manifest = MANY.manifest(1);
    figures.comment("a manifest of %d files, %d bytes".formatted(MANY.count(), manifest.length()));
    Instant before = Instant.now();
    control.put(device.name(), manifest);
    control.awaitConverged(device.name(), 1);
    Duration took = Duration.between(before, device.readyAt(1));
    figures.figure("first_1000_ms", Units.millis(took), "ms");
  }

  /** In turns with the peer, so that whatever else this machine does hits both alike. */
  private void measurePasses(Device device) {
    List<Double> ours = new ArrayList<>();
    List<Double> theirs = new ArrayList<>();
    for (int pass = 1; pass <= WARM_UP_PASSES + PASSES; pass++) {
      device.reload();
      double our = device.passMillis(pass, MANY.count());
      double their = sha256sum(device.pi());
      if (pass > WARM_UP_PASSES) {
        ours.add(our);
        theirs.add(their);
      }
    }
    double noop = new Samples(ours).median();
    figures.figure("noop_1000_ms", noop, "ms");
    figures.comment(
        "medians of %d; a pass asks the kernel whether a file was changed, and every tenth timed"
                .formatted(PASSES)
            + " pass reads it");
    figures.ratio("noop_1000", noop, new Samples(theirs).median(), 1);
  }

  /** Timed inside the Pi around the program alone; the names are found before. */
  private static double sha256sum(Pi pi) {
    String script =
        "LC_ALL=C; files=(%s/*/*); start=$EPOCHREALTIME; sha256sum \"${files[@]}\" >/dev/null;"
                .formatted(MANY.directory())
            + " end=$EPOCHREALTIME; echo ${#files[@]} $((${end/./} - ${start/./}))";
    String[] said = pi.run("bash", "-c", script).orFail().text().split(" ", 2);
    if (Integer.parseInt(said[0]) != MANY.count()) {
      throw new IllegalStateException("sha256sum was over " + said[0] + " files");
    }
    return Long.parseLong(said[1]) / 1000.0;
  }

  private static Path outside(Pi pi, String path) {
    return pi.root().resolve(path.substring(1));
  }
}
