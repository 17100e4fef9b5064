package io.harmonyagent.failover.lease;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.failover.core.ClusterConfig;
import io.harmonyagent.failover.core.FailbackMode;
import io.harmonyagent.failover.core.ReplicationMode;
import io.harmonyagent.failover.core.Timing;

/** {@code <c>.config} as JSON. It has no defaults: safety rests on every one of its numbers. */
public final class ConfigJson {
  private ConfigJson() {}

  public static JsonObject write(ClusterConfig config) {
    Timing timing = config.timing();
    return new JsonObject()
        .put("primary_site_id", config.primarySiteId().value())
        .put("replica_site_id", config.replicaSiteId().value())
        .put("heartbeat_timeout_ms", timing.heartbeatTimeoutMs())
        .put("failure_threshold", timing.failureThreshold())
        .put("success_threshold", timing.successThreshold())
        .put("failover_timeout_ms", timing.failoverTimeoutMs())
        .put("safety_margin_ms", timing.safetyMarginMs())
        .put("fence_timeout_ms", timing.fenceTimeoutMs())
        .put("replication", Words.of(config.replication()))
        .put("max_lag_bytes", config.maxLagBytes())
        .put("failback", Words.of(config.failback()))
        .put("paused", config.paused());
  }

  public static ClusterConfig read(Fields fields) throws InvalidDocument {
    return new ClusterConfig(
        Words.site(fields, "primary_site_id"),
        Words.site(fields, "replica_site_id"),
        new Timing(
            fields.integer("heartbeat_timeout_ms"),
            Words.smallInteger(fields, "failure_threshold"),
            Words.smallInteger(fields, "success_threshold"),
            fields.integer("failover_timeout_ms"),
            fields.integer("safety_margin_ms"),
            fields.integer("fence_timeout_ms")),
        Words.read(fields, "replication", ReplicationMode.values()),
        fields.integer("max_lag_bytes"),
        Words.read(fields, "failback", FailbackMode.values()),
        fields.flag("paused", false));
  }
}
