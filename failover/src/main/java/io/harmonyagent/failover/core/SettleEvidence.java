package io.harmonyagent.failover.core;

/**
 * What the other site wrote about the configs it knows: may this site now hold longer, or wait
 * shorter (S6)? Only the very number of our newest config is a word: another one may be of a config
 * that the store forgot.
 *
 * @param sequence where in the stream the other site wrote it
 * @param trustFromSequence up to here its words may be from before the store lost writes
 */
public record SettleEvidence(
    long latestRevision,
    long holdingRevision,
    long waitMs,
    long latestWaitMs,
    long seenByPeer,
    long heldByPeer,
    long sequence,
    long trustFromSequence)
    implements Evidence {

  boolean mayHoldLonger() {
    return isTrusted() && seenByPeer == latestRevision && holdingRevision != latestRevision;
  }

  boolean mayWaitShorter() {
    return isTrusted() && heldByPeer == latestRevision && waitMs != latestWaitMs;
  }

  private boolean isTrusted() {
    return latestRevision != 0 && sequence > trustFromSequence;
  }

  @Override
  public Decision decide() {
    return new Reasons()
        .unless(mayHoldLonger() || mayWaitShorter(), Reason.Kind.NOTHING_TO_SETTLE)
        .decide(Transition.SETTLE_CONFIG);
  }
}
