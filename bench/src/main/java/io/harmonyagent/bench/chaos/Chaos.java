package io.harmonyagent.bench.chaos;

import io.harmonyagent.failover.core.Timing;
import io.harmonyagent.testbed.NatsConfig;
import io.harmonyagent.testbed.Testbed;
import io.harmonyagent.testbed.TestbedException;
import java.io.PrintStream;

/**
 * Runs seeded chaos: {@code RUNS=n} of it from {@code FROM=n} on, or {@code SEED=n} to see one run
 * again on a new cluster; {@code HEARTBEAT=ms} says how quick the guards are. Ends at the first
 * that fails, with its seed and its story.
 */
public final class Chaos {
  static final int ORDINARY_HEARTBEAT_MS = 1_000;
  static final int FAST_HEARTBEAT_MS = 250;

  private static final int HEARTBEAT_MS = 500;
  private static final int SHORTEST_FENCE_MS = 750;

  /** One in so many faults may find that another one was there first. */
  private static final int SKIPPED_MAX = 10;

  private static final PrintStream out = System.out;

  private int runs;
  private int overlaps;
  private int lostSync;
  private int lostAsync;
  private int strikes;
  private int skipped;

  private Chaos() {}

  public static void main(String[] arguments) throws Exception {
    long only = option(arguments, "SEED", -1);
    long from = only >= 0 ? only : option(arguments, "FROM", 1);
    long count = only >= 0 ? 1 : option(arguments, "RUNS", 20);
    Timing timing = timing(option(arguments, "HEARTBEAT", HEARTBEAT_MS));
    Chaos chaos = new Chaos();
    boolean good = true;
    try (Testbed bed = testbed().open()) {
      GuardedCluster cluster = built(bed, timing);
      for (long seed = from; good && seed < from + count; seed++) {
        good = chaos.run(bed, cluster, seed);
        if (!good) {
          out.println("logs: " + bed.keepLogs("Chaos", "seed-" + seed));
          out.println("see it again with SEED=" + seed);
        }
      }
    }
    out.printf("faults %d not_possible %d%n", chaos.strikes, chaos.skipped);
    if (chaos.skipped * SKIPPED_MAX > chaos.strikes && chaos.runs > 1) {
      out.println("too many faults could not be made for these runs to say much");
      good = false;
    }
    out.printf(
        "runs %d overlaps %d lost_sync %d lost_async %d%n",
        chaos.runs, chaos.overlaps, chaos.lostSync, chaos.lostAsync);
    System.exit(good ? 0 : 1);
  }

  /**
   * Two heartbeats may fail; of a second each, a fence has one and a half, and the other site waits
   * for five.
   */
  static Timing timing(long heartbeatMs) {
    long fenceMs = Math.max(SHORTEST_FENCE_MS, heartbeatMs * 3 / 2);
    long marginMs = heartbeatMs / 2;
    return new Timing(heartbeatMs, 2, 3, 3 * heartbeatMs + fenceMs + marginMs, marginMs, fenceMs);
  }

  static Testbed testbed() {
    return Testbed.withNats(3, NatsConfig.plain().ownClocks());
  }

  private static GuardedCluster built(Testbed bed, Timing timing) throws Exception {
    try {
      return GuardedCluster.build(bed, timing);
    } catch (TestbedException | IllegalStateException e) {
      bed.keepLogs("Chaos", "build");
      throw e;
    }
  }

  private boolean run(Testbed bed, GuardedCluster cluster, long seed) throws InterruptedException {
    Plan plan = Plan.of(seed);
    out.println(plan);
    Run.Result result = new Run(bed, cluster, plan).go();
    runs++;
    strikes += plan.strikes().size();
    skipped += result.skipped().size();
    result.verdict().ifPresent(verdict -> count(plan.mode(), verdict));
    out.println("  " + (result.isGood() ? Report.of(result) : Report.inFull(result)));
    return result.isGood();
  }

  private void count(Mode mode, Verdict verdict) {
    overlaps += verdict.overlaps().size();
    if (mode.mayLose()) {
      lostAsync += verdict.losses().size();
    } else {
      lostSync += verdict.losses().size();
    }
  }

  static int option(String[] arguments, String name, int otherwise) {
    for (String argument : arguments) {
      if (argument.startsWith(name + "=")) {
        return Integer.parseInt(argument.substring(name.length() + 1));
      }
    }
    return otherwise;
  }
}
