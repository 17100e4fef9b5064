package io.harmonyagent.failover.core;

import java.util.Optional;

/** Notices that the store has lost what was seen of it, and then trusts it no more. */
final class StoreTrust {
  private StoreTrust() {}

  /** True when the site entered SAFE. */
  static boolean lostAtEcho(Turn turn, long sequence, long seenBefore) {
    Optional<Stored> standing = turn.watch.lease();
    Optional<SiteReport> peer = turn.watch.peer();
    long epoch = standing.map(stored -> stored.lease().epoch()).orElse(0L);
    boolean holderDiffers =
        standing.isPresent()
            && epoch == turn.seen.epoch()
            && turn.seen.holder().isPresent()
            && !turn.seen.holder().get().equals(standing.get().lease().siteId());
    return judge(
        turn,
        new StoreEvidence(
            seenBefore,
            sequence,
            turn.seen.revision(),
            standing.map(Stored::revision).orElse(0L),
            turn.seen.epoch(),
            epoch,
            holderDiffers,
            peer.map(SiteReport::seenRevision).orElse(0L),
            peer.map(SiteReport::seenEpoch).orElse(0L),
            turn.forgivenRevision,
            turn.config().latestRevision(),
            turn.watch.configRevision()));
  }

  /** A new write got a number that was delivered to us before, for another write. */
  static boolean lostAtAck(Turn turn, Stored acked) {
    long epoch = acked.lease().epoch();
    return judge(
        turn,
        new StoreEvidence(
            turn.seen.sequence(),
            acked.revision(),
            turn.seen.revision(),
            acked.revision(),
            turn.seen.epoch(),
            epoch,
            false,
            0,
            0,
            turn.forgivenRevision,
            0,
            0));
  }

  /**
   * A number that was a config's is now another one's. No echo is needed to be sure of that, and a
   * holder, which has none, would else take the other site's word for the wrong config (S6).
   */
  static void lostConfig(Turn turn, long revision) {
    judge(
        turn,
        new StoreEvidence(
            0, revision, 0, 0, 0, 0, false, 0, 0, turn.forgivenRevision, revision, 0));
  }

  private static boolean judge(Turn turn, StoreEvidence evidence) {
    Decision decision = evidence.decide();
    if (!decision.isGranted()) {
      return false;
    }
    turn.act(new Action.Note(evidence, decision));
    turn.safe = true;
    turn.pending = Optional.empty();
    if (turn.role.holdsLease()) {
      Fencing.begin(turn, FenceCause.STORE_BEHIND);
    } else if (turn.role != Role.FENCING) {
      turn.become(Role.SAFE);
    }
    return true;
  }
}
