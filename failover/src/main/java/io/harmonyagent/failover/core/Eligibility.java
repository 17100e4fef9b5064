package io.harmonyagent.failover.core;

/** Whether this standby's data may become the truth, by what the record says of the holder's. */
public record Eligibility(
    PostgresMode mode,
    boolean usable,
    long timeline,
    long leaseTimeline,
    long streamedEpoch,
    long leaseEpoch,
    long receivedLsn,
    long leaseLsn,
    long maxLagBytes,
    ReplicationMode replication,
    boolean inSyncSites) {

  void judge(Reasons reasons) {
    reasons
        .unless(mode == PostgresMode.STANDBY, Reason.Kind.NOT_RUNNING_AS_STANDBY)
        .unless(usable, Reason.Kind.DATA_NOT_USABLE)
        .unless(timeline == leaseTimeline, Reason.Kind.WRONG_TIMELINE, timeline, leaseTimeline)
        .unless(
            streamedEpoch == leaseEpoch,
            Reason.Kind.NEVER_STREAMED_IN_EPOCH,
            streamedEpoch,
            leaseEpoch)
        .atMost(leaseLsn - receivedLsn, maxLagBytes, Reason.Kind.LAGS)
        .unless(!replication.isSynchronous() || inSyncSites, Reason.Kind.NOT_IN_SYNC_SITES);
  }
}
