package io.harmonyagent.failover.history;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.failover.core.ClusterConfig;
import io.harmonyagent.failover.core.Eligibility;
import io.harmonyagent.failover.core.FailbackMode;
import io.harmonyagent.failover.core.PostgresMode;
import io.harmonyagent.failover.core.ReplicationMode;
import io.harmonyagent.failover.core.Timing;

/** The fields of what evidence is made of. */
final class PartForms {
  private PartForms() {}

  static Eligibility eligibility(Form<Eligibility> form) throws InvalidDocument {
    return new Eligibility(
        form.word("mode", PostgresMode.values(), Eligibility::mode),
        form.flag("usable", Eligibility::usable),
        form.number("timeline", Eligibility::timeline),
        form.number("lease_timeline", Eligibility::leaseTimeline),
        form.number("streamed_epoch", Eligibility::streamedEpoch),
        form.number("lease_epoch", Eligibility::leaseEpoch),
        form.number("received_lsn", Eligibility::receivedLsn),
        form.number("lease_lsn", Eligibility::leaseLsn),
        form.number("max_lag_bytes", Eligibility::maxLagBytes),
        form.word("replication", ReplicationMode.values(), Eligibility::replication),
        form.flag("in_sync_sites", Eligibility::inSyncSites));
  }

  static ClusterConfig clusterConfig(Form<ClusterConfig> form) throws InvalidDocument {
    return new ClusterConfig(
        form.site("primary_site_id", ClusterConfig::primarySiteId),
        form.site("replica_site_id", ClusterConfig::replicaSiteId),
        form.part("timing", ClusterConfig::timing, PartForms::timing),
        form.word("replication", ReplicationMode.values(), ClusterConfig::replication),
        form.number("max_lag_bytes", ClusterConfig::maxLagBytes),
        form.word("failback", FailbackMode.values(), ClusterConfig::failback),
        form.flag("paused", ClusterConfig::paused));
  }

  static Timing timing(Form<Timing> form) throws InvalidDocument {
    return new Timing(
        form.number("heartbeat_timeout_ms", Timing::heartbeatTimeoutMs),
        form.count("failure_threshold", Timing::failureThreshold),
        form.count("success_threshold", Timing::successThreshold),
        form.number("failover_timeout_ms", Timing::failoverTimeoutMs),
        form.number("safety_margin_ms", Timing::safetyMarginMs),
        form.number("fence_timeout_ms", Timing::fenceTimeoutMs));
  }
}
