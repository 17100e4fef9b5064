package io.harmonyagent.failover.core;

import java.util.Optional;

/**
 * What comes before a handover's stop: a stop has little time, and a busy PostgreSQL much to write,
 * so most of it is written while the site still leads.
 */
final class PreparationHandler {
  /** On a slow card that is some gigabytes; meanwhile nothing else is different. */
  private static final long LONGEST_MS = 120_000;

  private PreparationHandler() {}

  static void begin(Turn turn, boolean byOperator) {
    Optional<Handover.Preparation> before = turn.handover.preparation();
    long sinceMs = before.map(Handover.Preparation::sinceMs).orElse(turn.nowMs);
    turn.handover = turn.handover.prepares(new Handover.Preparation(sinceMs, byOperator));
    if (before.isEmpty()) {
      turn.act(new Action.PrepareStop(LONGEST_MS));
    }
  }

  /** Minutes may have passed, so it is asked again whether the other site is ready. */
  static void ended(Turn turn, boolean ok) {
    Optional<Handover.Preparation> preparation = turn.handover.preparation();
    if (turn.role != Role.PRIMARY || preparation.isEmpty()) {
      return;
    }
    turn.handover = turn.handover.prepared();
    HandoverEvidence evidence = HandoverHandler.evidence(turn, preparation.get().byOperator());
    if (!ok) {
      HandoverHandler.coolDown(turn);
    } else if (evidence.decide().isGranted()) {
      HandoverHandler.demote(turn);
    } else {
      boolean unused = turn.grants(evidence);
    }
  }

  /** Its end may never be heard of. */
  static void giveUpWhenOverdue(Turn turn) {
    Optional<Handover.Preparation> preparation = turn.handover.preparation();
    if (preparation.isPresent() && turn.nowMs - preparation.get().sinceMs() > 2 * LONGEST_MS) {
      HandoverHandler.coolDown(turn);
    }
  }
}
