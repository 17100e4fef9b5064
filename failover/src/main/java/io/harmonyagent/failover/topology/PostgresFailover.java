package io.harmonyagent.failover.topology;

import io.harmonyagent.core.manifest.PostgresSiteSpec;
import io.harmonyagent.failover.core.ClusterConfig;
import io.harmonyagent.failover.core.ConfigCheck;
import io.harmonyagent.failover.core.FailbackMode;
import io.harmonyagent.failover.core.ReplicationMode;
import io.harmonyagent.failover.core.Timing;
import java.util.List;
import java.util.SequencedMap;

/** PostgreSQL over any two targets that can run it. */
public final class PostgresFailover {
  private PostgresFailover() {}

  /**
   * How the two stand in for each other.
   *
   * @param maxLagBytes how much a site may lack and still take over
   */
  public record Policy(
      Timing timing, ReplicationMode replication, FailbackMode failback, long maxLagBytes) {}

  /** What each target has to have, and what both agree on. */
  public record Plan<T>(SequencedMap<T, PostgresSiteSpec> sites, ClusterConfig config) {
    /** Why it must not be carried out; empty when it is safe. */
    public List<String> problems() {
      return ConfigCheck.problems(config, config.primarySiteId());
    }
  }

  public static <T extends PostgresTarget> Plan<T> plan(
      Failover<T> sites, PostgresIntent intent, Policy policy) {
    return new Plan<>(
        sites.forEach((target, other) -> target.postgres(intent, other)),
        new ClusterConfig(
            sites.primary().site(),
            sites.replica().site(),
            policy.timing(),
            policy.replication(),
            policy.maxLagBytes(),
            policy.failback(),
            false));
  }
}
