package io.harmonyagent.failover.core;

/**
 * May the record say that the other site has every acknowledged commit? Only while PostgreSQL waits
 * for it, and once it has all that was acknowledged before the waiting began (S10).
 *
 * @param alreadyListed strict mode never takes the other site off the list by itself
 */
public record SyncEvidence(
    ReplicationMode replication,
    boolean peerStreaming,
    boolean waiting,
    long waitingFromLsn,
    long peerFlushedLsn,
    boolean alreadyListed)
    implements Evidence {

  @Override
  public Decision decide() {
    boolean keeps = replication == ReplicationMode.SYNC_STRICT && alreadyListed && waiting;
    Reasons reasons = new Reasons().unless(waiting, Reason.Kind.NOT_WAITING);
    if (!keeps) {
      reasons
          .unless(replication.isSynchronous(), Reason.Kind.NOT_WAITING)
          .unless(peerStreaming, Reason.Kind.PEER_NOT_STREAMING)
          .atLeast(peerFlushedLsn, waitingFromLsn, Reason.Kind.PEER_NOT_COVERED);
    }
    return reasons.decide(Transition.LIST_SYNC_SITE);
  }
}
