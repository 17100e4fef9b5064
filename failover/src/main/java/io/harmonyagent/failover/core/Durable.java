package io.harmonyagent.failover.core;

import java.util.Optional;

/**
 * What survives the agent. Written and synced before the actions that follow from it.
 *
 * @param epochFloor a new epoch is always above this, whatever the store says
 * @param forgivenRevision an operator has accepted that the store lost revisions up to here
 * @param streamedEpoch the last epoch whose holder this site's PostgreSQL has streamed from
 * @param safe latched until an operator lifts it; a reboot does not
 */
public record Durable(
    Seen seen,
    long epochFloor,
    long forgivenRevision,
    long streamedEpoch,
    boolean safe,
    Optional<ConfigInForce> config) {

  public static final Durable NOTHING = new Durable(Seen.NOTHING, 0, 0, 0, false, Optional.empty());

  /** Whether the difference must reach the disk now; a mere renewal need not (flash wears out). */
  boolean mustReplace(Durable onDisk) {
    return seen.epoch() != onDisk.seen.epoch()
        || !seen.holder().equals(onDisk.seen.holder())
        || seen.sequence() - onDisk.seen.sequence() >= SEQUENCES_BETWEEN_WRITES
        || seen.sequence() < onDisk.seen.sequence()
        || epochFloor != onDisk.epochFloor
        || forgivenRevision != onDisk.forgivenRevision
        || streamedEpoch != onDisk.streamedEpoch
        || safe != onDisk.safe
        || !config.equals(onDisk.config);
  }

  private static final long SEQUENCES_BETWEEN_WRITES = 256;
}
