package io.harmonyagent.failover.core;

import java.util.ArrayList;
import java.util.List;

/**
 * Decides whether a config keeps the promise of S4 and S5; says with both sides why it does not.
 */
public final class ConfigCheck {
  static final long HEARTBEAT_MIN_MS = 50;
  static final long HEARTBEAT_MAX_MS = 60_000;
  static final int THRESHOLD_MAX = 100;
  static final long DURATION_MAX_MS = 3_600_000;

  /** Clocks are trusted to run right within this much: 0.1 %. */
  static final long DRIFT_PPM = 1_000;

  private ConfigCheck() {}

  /** Empty when the config is safe. */
  public static List<String> problems(ClusterConfig config, SiteId me) {
    List<String> problems = new ArrayList<>();
    Timing timing = config.timing();
    if (!config.names(me)) {
      problems.add("neither primary_site_id nor replica_site_id is this site, " + me);
    }
    if (config.primarySiteId().equals(config.replicaSiteId())) {
      problems.add("primary_site_id and replica_site_id are both " + config.primarySiteId());
    }
    range(
        problems,
        "heartbeat_timeout_ms",
        timing.heartbeatTimeoutMs(),
        HEARTBEAT_MIN_MS,
        HEARTBEAT_MAX_MS);
    range(problems, "failure_threshold", timing.failureThreshold(), 1, THRESHOLD_MAX);
    range(problems, "success_threshold", timing.successThreshold(), 1, THRESHOLD_MAX);
    range(problems, "failover_timeout_ms", timing.failoverTimeoutMs(), 1, 2 * DURATION_MAX_MS);
    range(problems, "fence_timeout_ms", timing.fenceTimeoutMs(), 1, DURATION_MAX_MS);
    range(problems, "safety_margin_ms", timing.safetyMarginMs(), 1, DURATION_MAX_MS);
    range(problems, "max_lag_bytes", config.maxLagBytes(), 0, Long.MAX_VALUE);
    if (problems.isEmpty()) {
      inequality(problems, timing);
      drift(problems, timing);
    }
    return List.copyOf(problems);
  }

  private static void range(List<String> problems, String name, long value, long min, long max) {
    if (value < min || value > max) {
      problems.add(name + " " + value + " is not within " + min + " to " + max);
    }
  }

  /** S4: the holder has finished to fence before the other site may claim. */
  private static void inequality(List<String> problems, Timing timing) {
    if (timing.failoverTimeoutMs() < timing.requiredFailoverTimeoutMs()) {
      problems.add(
          "failover_timeout %d ms < %d ms = (%d+1)·%d + %d + %d"
              .formatted(
                  timing.failoverTimeoutMs(),
                  timing.requiredFailoverTimeoutMs(),
                  timing.failureThreshold(),
                  timing.heartbeatTimeoutMs(),
                  timing.fenceTimeoutMs(),
                  timing.safetyMarginMs()));
    }
  }

  /** S5: the margin pays for a slow clock at the holder and a fast one at the other site. */
  private static void drift(List<String> problems, Timing timing) {
    long needed = driftAllowanceMs(timing.holdAndFenceMs());
    if (timing.safetyMarginMs() < needed) {
      problems.add(
          "safety_margin %d ms < %d ms = 0.2003 %% of %d + 1 (two clocks that drift apart)"
              .formatted(timing.safetyMarginMs(), needed, timing.holdAndFenceMs()));
    }
  }

  /** x·(1+ρ)/(1−ρ) − x, rounded up, and one millisecond for clocks that are read in whole ones. */
  static long driftAllowanceMs(long spanMs) {
    long million = 1_000_000;
    return Math.ceilDiv(spanMs * 2 * DRIFT_PPM, million - DRIFT_PPM) + 1;
  }
}
