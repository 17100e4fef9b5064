package io.harmonyagent.failover.core;

/**
 * Which config counts for what, while a change is on its way to both sites.
 *
 * <p>Invariant (S6): my {@code waitMs} covers every timing under which the other site may hold the
 * lease. It is kept by an order: a site waits longer at once and shorter only when the other holds
 * under the new timing; it holds shorter at once and longer only when the other has seen the new
 * timing. Each side tells the two revisions in what it writes.
 *
 * @param latest the newest valid config: paused, failback, replication count from here
 * @param holding the timing under which this site would hold the lease
 * @param waitMs how long the record must have been unchanged before this site may claim it
 * @param trustFromSequence what the other site wrote up to here may be from before the store lost
 *     writes, and then says nothing about what it holds under; after a SAFE was lifted, everything
 *     up to the first own echo
 */
public record ConfigInForce(
    ClusterConfig latest,
    long latestRevision,
    Timing holding,
    long holdingRevision,
    long waitMs,
    long trustFromSequence) {

  public static ConfigInForce first(ClusterConfig config, long revision) {
    Timing timing = config.timing();
    return new ConfigInForce(config, revision, timing, revision, timing.failoverTimeoutMs(), 0);
  }

  public ConfigInForce learn(ClusterConfig config, long revision) {
    Check.that(revision > latestRevision, "a config is only replaced by a later one");
    Timing timing = config.timing();
    boolean holdsShorter = timing.holdAndFenceMs() <= holding.holdAndFenceMs();
    return new ConfigInForce(
        config,
        revision,
        holdsShorter ? timing : holding,
        holdsShorter ? revision : holdingRevision,
        Math.max(waitMs, timing.failoverTimeoutMs()),
        trustFromSequence);
  }

  /** The other site has told which config it has seen, and under which it would hold. */
  public SettleEvidence heardFromPeer(long sequence, long seenByPeer, long heldByPeer) {
    return new SettleEvidence(
        latestRevision,
        holdingRevision,
        waitMs,
        latest.timing().failoverTimeoutMs(),
        seenByPeer,
        heldByPeer,
        sequence,
        trustFromSequence);
  }

  public ConfigInForce settledBy(SettleEvidence evidence) {
    boolean longer = evidence.mayHoldLonger();
    return new ConfigInForce(
        latest,
        latestRevision,
        longer ? latest.timing() : holding,
        longer ? latestRevision : holdingRevision,
        evidence.mayWaitShorter() ? latest.timing().failoverTimeoutMs() : waitMs,
        trustFromSequence);
  }

  /** An operator accepted an older store: its config may now come with a lower revision. */
  public ConfigInForce acceptingAnyRevision() {
    return new ConfigInForce(latest, 0, holding, 0, waitMs, Long.MAX_VALUE);
  }

  /** An own report came back: what the stream orders after it was written since. */
  public ConfigInForce echoedAt(long sequence) {
    return trustFromSequence < Long.MAX_VALUE
        ? this
        : new ConfigInForce(latest, latestRevision, holding, holdingRevision, waitMs, sequence);
  }
}
