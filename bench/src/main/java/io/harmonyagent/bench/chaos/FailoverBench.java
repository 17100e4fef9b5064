package io.harmonyagent.bench.chaos;

import io.harmonyagent.bench.Benchmark;
import io.harmonyagent.bench.Device;
import io.harmonyagent.bench.Figures;
import io.harmonyagent.bench.Repository;
import io.harmonyagent.bench.Samples;
import io.harmonyagent.bench.Units;
import io.harmonyagent.bench.Usage;
import io.harmonyagent.failover.core.FailbackMode;
import io.harmonyagent.failover.core.Timing;
import io.harmonyagent.testbed.Pi;
import io.harmonyagent.testbed.Testbed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;

/**
 * How long a database is away when something happens to it, as its clients see it, and what the
 * guard costs while nothing does. {@code RUNS=n} says how often the power is cut, {@code ONLY=part}
 * measures only a part of it.
 */
public final class FailoverBench {
  private static final Timing ORDINARY = Chaos.timing(Chaos.ORDINARY_HEARTBEAT_MS);
  private static final Timing FAST = Chaos.timing(Chaos.FAST_HEARTBEAT_MS);
  private static final String ONLY = "ONLY=";
  private static final int PARTITIONS = 5;
  private static final int SWITCHOVERS = 5;
  private static final int KILLS = 5;
  private static final int FROZEN_S = 60;
  private static final Duration SETTLES = Duration.ofMinutes(2);
  private static final long LED_FOR_NS = Duration.ofSeconds(6).toNanos();
  private static final Duration QUIET = Duration.ofSeconds(15);
  private static final Duration IDLE = Duration.ofSeconds(60);

  private final Testbed bed;
  private final Figures figures;
  private final GuardedCluster cluster;
  private final Drill drill;
  private final Site west;
  private final Site east;

  private FailoverBench(Testbed bed, Figures figures, GuardedCluster cluster) {
    this.bed = bed;
    this.figures = figures;
    this.cluster = cluster;
    this.drill = new Drill(bed, cluster);
    this.west = cluster.preferred();
    this.east = cluster.peerOf(west);
  }

  public static void main(String[] arguments) throws Exception {
    int runs = Chaos.option(arguments, "RUNS", 20);
    Optional<String> only =
        Stream.of(arguments)
            .filter(each -> each.startsWith(ONLY))
            .map(each -> each.substring(ONLY.length()))
            .findFirst();
    System.exit(
        Benchmark.run(Chaos.testbed(), (bed, figures) -> measure(bed, figures, runs, only)));
  }

  private static void measure(Testbed bed, Figures figures, int runs, Optional<String> only)
      throws Exception {
    figures.comment("heartbeat 1 s, 2 may fail, fence 1.5 s, failover after 5 s");
    GuardedCluster cluster = GuardedCluster.build(bed, ORDINARY);
    FailoverBench bench = new FailoverBench(bed, figures, cluster);
    SequencedMap<String, Part> parts = new LinkedHashMap<>();
    parts.put("idle", bench::measureIdle);
    parts.put("power", () -> bench.measurePowerCuts("power_cut_to_write", runs, 7));
    parts.put("partition", bench::measurePartitions);
    parts.put("frozen", bench::measureFrozenAgents);
    parts.put("switchover", bench::measureSwitchovers);
    parts.put("kill", bench::measureKills);
    parts.put("fast", () -> bench.measureFastPowerCuts(runs));
    for (Map.Entry<String, Part> part : parts.entrySet()) {
      if (only.isEmpty() || only.get().equals(part.getKey())) {
        part.getValue().measure();
      }
    }
  }

  /** One of the things that are measured, on a cluster that is as it should be. */
  @FunctionalInterface
  private interface Part {
    void measure() throws Exception;
  }

  private void measureFastPowerCuts(int runs) {
    figures.comment("heartbeat 0.25 s, 2 may fail, fence 0.75 s, failover after 1.625 s");
    cluster.set(FAST, Mode.ASYNC, FailbackMode.AUTO);
    measurePowerCuts("fast_power_cut_to_write", runs, 2.5);
  }

  private void measurePowerCuts(String name, int runs, double atMost) {
    List<Double> seconds = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      Trace trace = drill.run(west.pi()::powerCut, seen -> seen.firstCommitMs(east).isPresent());
      seconds.add(trace.firstCommitMs(east).orElseThrow() / 1000.0);
      drill.putRight();
    }
    Samples samples = new Samples(seconds);
    figures.figure(name + "_p95_s", samples.percentile(95), "s", atMost);
    figures.comment(
        "%d runs, median %s s, slowest %s s"
            .formatted(runs, Figures.number(samples.median()), Figures.number(samples.largest())));
  }

  private void measurePartitions() {
    List<Double> last = new ArrayList<>();
    List<Double> between = new ArrayList<>();
    for (int i = 0; i < PARTITIONS; i++) {
      Trace trace =
          drill.run(
              () -> west.pi().partitionFrom(bed.nats(), east.pi()),
              seen -> seen.firstCommitMs(east).isPresent());
      last.add(trace.lastCommitOfTheOldMs() / 1000.0);
      between.add(
          (trace.firstCommitMs(east).orElseThrow() - trace.lastCommitOfTheOldMs()) / 1000.0);
      drill.putRight();
    }
    tellHandover("partition", last, between);
  }

  /** In every mode, as long as others were frozen who were measured on such a machine. */
  private void measureFrozenAgents() {
    List<Double> last = new ArrayList<>();
    List<Double> between = new ArrayList<>();
    for (Mode mode : Mode.values()) {
      cluster.set(ORDINARY, mode, FailbackMode.AUTO);
      Pi pi = west.pi();
      long pid = pi.mainPid(cluster.agentUnit());
      Trace trace =
          drill.run(
              () -> pi.freeze(pid),
              seen -> seen.firstCommitMs(east).isPresent() && isOver(seen, FROZEN_S));
      pi.run("kill", "-CONT", String.valueOf(pid));
      last.add(trace.lastCommitOfTheOldMs() / 1000.0);
      between.add(
          (trace.firstCommitMs(east).orElseThrow() - trace.lastCommitOfTheOldMs()) / 1000.0);
      drill.putRight();
      Verdict verdict = drill.verdict(trace);
      figures.figure("frozen_agent_overlaps_" + mode, verdict.overlaps().size(), "overlaps", 0);
      figures.figure(
          "frozen_agent_lost_" + mode,
          verdict.losses().size(),
          "writes",
          mode.mayLose() ? Double.MAX_VALUE : 0);
    }
    cluster.set(ORDINARY, Mode.ASYNC, FailbackMode.AUTO);
    tellHandover("frozen_agent", last, between);
  }

  private static boolean isOver(Trace seen, int seconds) {
    return System.nanoTime() - seen.atNs() > seconds * 1_000_000_000L;
  }

  private void tellHandover(String name, List<Double> last, List<Double> between) {
    figures.figure(name + "_last_commit_of_the_old_s", new Samples(last).largest(), "s", 4.5);
    double shortest = new Samples(between).sorted().getFirst();
    figures.figure(name + "_between_old_and_new_s", shortest, "s");
    figures.figure(name + "_both_at_once_s", Math.max(0, -shortest), "s", 0);
  }

  private void measureSwitchovers() {
    cluster.set(ORDINARY, Mode.ASYNC, FailbackMode.MANUAL);
    List<Double> seconds = new ArrayList<>();
    long failed = 0;
    for (int i = 0; i < SWITCHOVERS; i++) {
      Trace trace =
          drill.run(
              () -> cluster.switchover().orFail(), seen -> seen.firstCommitMs(east).isPresent());
      seconds.add(trace.firstCommitMs(east).orElseThrow() / 1000.0);
      failed += trace.failedBeyondThoseInFlight();
      bed.eventually(Duration.ofMinutes(1), () -> cluster.isSettled(east));
      cluster.switchover().orFail();
      drill.putRight();
    }
    figures.figure("switchover_s", new Samples(seconds).largest(), "s", 3);
    figures.figure("switchover_failed_beyond_those_in_flight", (double) failed, "transactions", 0);
    cluster.set(ORDINARY, Mode.ASYNC, FailbackMode.AUTO);
  }

  /** The lease holds meanwhile, so the site itself comes back. */
  private void measureKills() {
    List<Double> overhead = new ArrayList<>();
    List<Double> away = new ArrayList<>();
    for (int i = 0; i < KILLS; i++) {
      awaitThatItLedForAWhile();
      Pi pi = west.pi();
      long pid = pi.mainPid(cluster.postgresUnit());
      PostgresLog log = PostgresLog.of(pi, cluster.postgresUnit());
      Trace trace =
          drill.run(
              () -> pi.kill(pid),
              seen ->
                  seen.firstCommitOfAnOpeningMs(west.name()).isPresent() && pidChanged(pi, pid));
      double ms = trace.gapMs();
      double recoveryMs = log.lastRecoveryMs();
      away.add(ms / 1000);
      overhead.add(ms - recoveryMs);
      drill.putRight();
    }
    figures.figure("postgres_killed_away_s", new Samples(away).largest(), "s");
    figures.figure(
        "postgres_killed_beyond_recovery_ms", new Samples(overhead).largest(), "ms", 300);
  }

  /** Who ends again right after it was opened is not restarted in place but fenced. */
  private void awaitThatItLedForAWhile() {
    bed.eventually(SETTLES, () -> cluster.isSettled(west));
    long settledNs = System.nanoTime();
    bed.eventually(SETTLES, () -> System.nanoTime() - settledNs > LED_FOR_NS);
  }

  private boolean pidChanged(Pi pi, long pid) {
    long now = pi.mainPid(cluster.postgresUnit());
    return now != 0 && now != pid && cluster.isWritable(west);
  }

  private void measureIdle() throws InterruptedException {
    Pi plain = bed.pi("plain").boot();
    Device base = Device.install(bed, plain.name(), Repository.here());
    base.start();
    Thread.sleep(QUIET);
    Device site = cluster.devices().getFirst();
    Usage siteBefore = site.usage();
    Usage baseBefore = base.usage();
    long start = System.nanoTime();
    Thread.sleep(IDLE);
    Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
    double siteCpu = site.usage().cpuPercentSince(siteBefore, elapsed);
    double baseCpu = base.usage().cpuPercentSince(baseBefore, elapsed);
    long more = site.memory().pssBytes() - base.memory().pssBytes();
    figures.figure("site_pss_over_base_mb", Units.megabytes(more), "MB", 6);
    figures.figure("site_cpu_over_base_percent", siteCpu - baseCpu, "%", 0.5);
    figures.comment(
        "the agent has %s MB in all; it took %s %% of a core, and the one without a site %s %%"
            .formatted(
                Figures.number(Units.megabytes(site.memory().pssBytes())),
                Figures.number(siteCpu),
                Figures.number(baseCpu)));
    plain.powerCut();
  }
}
