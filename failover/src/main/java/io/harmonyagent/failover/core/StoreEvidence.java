package io.harmonyagent.failover.core;

/**
 * Has the store gone backwards? Asked at an own echo, where all that the store has was delivered,
 * and at an own ack. Granted means: enter SAFE.
 *
 * @param sequence of the echo or ack: a new write can never have a number that was seen before
 * @param holderDiffers the epoch is one that was seen with another holder
 * @param peerSeenRevision what the other site says to have seen; 0 when it is silent
 * @param configInForce the number of the newest valid config that was seen
 * @param configRevision the number of the config that the store has
 */
public record StoreEvidence(
    long seenSequence,
    long sequence,
    long seenRevision,
    long revision,
    long seenEpoch,
    long epoch,
    boolean holderDiffers,
    long peerSeenRevision,
    long peerSeenEpoch,
    long forgivenRevision,
    long configInForce,
    long configRevision)
    implements Evidence {

  @Override
  public Decision decide() {
    boolean peerSawMore =
        peerSeenRevision > forgivenRevision
            && (peerSeenRevision > revision || peerSeenEpoch > epoch);
    boolean behind =
        sequence <= seenSequence
            || revision < seenRevision
            || epoch < seenEpoch
            || holderDiffers
            || configRevision < configInForce
            || peerSawMore;
    return new Reasons().unless(behind, Reason.Kind.NOTHING_LOST).decide(Transition.ENTER_SAFE);
  }
}
