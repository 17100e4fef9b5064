package io.harmonyagent.failover.core;

import java.util.Optional;

/** What an operator asks of one site. */
final class OperatorHandler {
  /** Consent to a loss is given for what the operator sees now, so it does not last. */
  private static final int CONSENT_WAITS = 3;

  private OperatorHandler() {}

  static void forceFailover(Turn turn) {
    if (turn.config.isEmpty()) {
      turn.grants(new NoConfigEvidence(Transition.FORCE_FAILOVER));
    } else if (turn.grants(new ForceEvidence(turn.role))) {
      turn.forcedUntilMs = turn.nowMs + CONSENT_WAITS * turn.config().waitMs();
    }
  }

  /**
   * The store as it stands becomes the yardstick. What was seen beyond it is forgiven, but its
   * epochs are never used again, and no data counts as streamed until it streams anew.
   */
  static void liftSafe(Turn turn) {
    Optional<Stored> standing = turn.watch.lease();
    SafeLiftedEvidence evidence =
        new SafeLiftedEvidence(
            turn.role == Role.SAFE,
            turn.seen.revision(),
            standing.map(Stored::revision).orElse(0L));
    if (!turn.grants(evidence)) {
      return;
    }
    long peerRevision = turn.watch.peer().map(SiteReport::seenRevision).orElse(0L);
    long peerEpoch = turn.watch.peer().map(SiteReport::seenEpoch).orElse(0L);
    turn.forgivenRevision =
        Math.max(turn.forgivenRevision, Math.max(turn.seen.revision(), peerRevision));
    turn.epochFloor = Math.max(turn.epochFloor, Math.max(turn.seen.epoch(), peerEpoch));
    turn.seen = Seen.NOTHING;
    turn.streamedEpoch = 0;
    turn.safe = false;
    turn.config = turn.config.map(ConfigInForce::acceptingAnyRevision);
    turn.become(turn.postgres.mode() == PostgresMode.STANDBY ? Role.STANDBY : Role.FENCED);
    turn.followingEpoch = 0;
    turn.watch = Watch.dead(turn.nowMs);
    turn.act(new Action.RestartWatch());
  }
}
