package io.harmonyagent.failover.simulation;

import io.harmonyagent.failover.core.ClusterConfig;

/** Faults that only hurt together: a random draw would seldom line them up. */
final class Stories {
  /** Takes a fault into the plan, unless this plan's world cannot have it. */
  @FunctionalInterface
  interface Sink {
    void add(long atUs, FaultKind kind, int site, long spanUs, long amount);
  }

  private static final long MOST = 900_000;

  private final Dice dice;
  private final Sink plan;
  private final long heartbeatUs;
  private final long holdUs;
  private final long failoverUs;

  Stories(Dice dice, ClusterConfig config, Sink plan) {
    this.dice = dice;
    this.plan = plan;
    heartbeatUs = config.timing().heartbeatTimeoutMs() * 1_000;
    holdUs = config.timing().holdMs() * 1_000;
    failoverUs = config.timing().failoverTimeoutMs() * 1_000;
  }

  void tell(long atUs) {
    int site = (int) dice.below(2);
    long longUs = dice.between(failoverUs, 3 * failoverUs);
    switch ((int) dice.below(16)) {
      case 0 -> awayWhileTheStoreForgets(atUs, site, longUs);
      case 1 -> backWhenTheLeaseIsForgotten(atUs, site);
      case 2 -> frozenWithTheLease(atUs, site, longUs);
      case 3 -> configUnheard(atUs, site, longUs);
      case 4 -> standbyLostThenPrimary(atUs, site, longUs);
      case 5, 6 -> slowThenGone(atUs, site, longUs);
      case 7 -> frozenBeforeOpeningAgain(atUs, site, longUs);
      case 8 -> lastReportsForgotten(atUs);
      case 9, 10 -> handoverWithoutAnswer(atUs, site);
      case 11, 12 -> configForgotten(atUs, site, longUs);
      case 13 -> standbyComesAndGoes(atUs, site);
      case 14 -> claimWithoutAnswer(atUs, site);
      default -> holderBackInTime(atUs, site);
    }
    if (dice.oneIn(8)) {
      plan.add(atUs, FaultKind.POWER_CUT, 0, dice.between(1, longUs), 0);
      plan.add(atUs, FaultKind.POWER_CUT, 1, dice.between(1, longUs), 0);
    }
  }

  private void awayWhileTheStoreForgets(long atUs, int site, long longUs) {
    plan.add(atUs, FaultKind.MESH_CUT, site, longUs, 0);
    long lossUs = atUs + longUs - dice.between(0, heartbeatUs);
    loseWrites(lossUs, dice.pick(heartbeatUs, failoverUs, longUs + failoverUs));
  }

  /** The holder comes back just when the other site's new lease is forgotten. */
  private void backWhenTheLeaseIsForgotten(long atUs, int site) {
    long cutUs = dice.between(failoverUs * 3 / 4, failoverUs * 3 / 2);
    plan.add(atUs, FaultKind.MESH_CUT, site, cutUs, 0);
    loseWrites(atUs + cutUs + dice.between(0, failoverUs), dice.pick(heartbeatUs, failoverUs));
  }

  private void frozenWithTheLease(long atUs, int site, long longUs) {
    plan.add(atUs, FaultKind.AGENT_PAUSED_BEFORE_OPENING, 0, longUs, 0);
    plan.add(atUs, FaultKind.AGENT_PAUSED_BEFORE_OPENING, 1, longUs, 0);
    plan.add(atUs + 1, FaultKind.POWER_CUT, site, longUs, 0);
  }

  /** The config changes while a site cannot hear of it. */
  private void configUnheard(long atUs, int site, long longUs) {
    plan.add(atUs, FaultKind.MESH_CUT, site, longUs, 0);
    plan.add(atUs + heartbeatUs, FaultKind.CONFIG_CHANGED, site, 0, 0);
    long otherUs = atUs + dice.between(1, longUs);
    plan.add(otherUs, FaultKind.MESH_CUT, 1 - site, dice.between(1, 3 * failoverUs), 0);
  }

  /** The replica is lost, commits go on without it, then the primary dies. */
  private void standbyLostThenPrimary(long atUs, int site, long longUs) {
    plan.add(atUs, FaultKind.PEER_CUT, site, longUs, 0);
    long deathUs = atUs + dice.between(heartbeatUs / 4, 3 * heartbeatUs);
    plan.add(deathUs, FaultKind.POWER_CUT, 1 - site, longUs, 0);
  }

  /** Answers take nearly a heartbeat; then the holder is cut off, or frozen, or both. */
  private void slowThenGone(long atUs, int site, long longUs) {
    long slowUs = dice.between(heartbeatUs / 4, heartbeatUs * 3 / 2);
    plan.add(atUs, FaultKind.MESH_SLOW, site, longUs, slowUs);
    long cutUs = atUs + dice.between(2 * heartbeatUs, longUs);
    if (!dice.oneIn(3)) {
      plan.add(cutUs, FaultKind.MESH_CUT, site, 2 * failoverUs, 0);
    }
    if (!dice.oneIn(3)) {
      plan.add(cutUs, FaultKind.AGENT_PAUSED, site, 2 * failoverUs, 0);
    }
  }

  /** The holder fences itself, comes back in time, and freezes before it opens. */
  private void frozenBeforeOpeningAgain(long atUs, int site, long longUs) {
    long frozenUs = longUs + 2 * failoverUs;
    plan.add(atUs, FaultKind.AGENT_PAUSED_BEFORE_OPENING, site, frozenUs, 0);
    long cutUs = dice.between(holdUs - heartbeatUs, failoverUs);
    plan.add(atUs + 1, FaultKind.MESH_CUT_OUTWARD, site, cutUs, 0);
  }

  /** The store comes back at once, and only the last reports are gone. */
  private void lastReportsForgotten(long atUs) {
    long lostUs = dice.between(heartbeatUs / 8, heartbeatUs);
    plan.add(atUs, FaultKind.STORE_LOSES_WRITES, 0, heartbeatUs / 8, lostUs);
  }

  /** A handover whose release or take gets no answer, or only one that comes too late. */
  private void handoverWithoutAnswer(long atUs, int site) {
    plan.add(atUs, FaultKind.SWITCHOVER_ASKED, site, 0, 0);
    disturbAnswers(atUs + dice.between(0, heartbeatUs));
    if (dice.oneIn(2)) {
      long cutUs = atUs + dice.between(0, 2 * heartbeatUs);
      plan.add(cutUs, FaultKind.MESH_CUT_INWARD, site, dice.between(1, failoverUs), 0);
    }
  }

  /** Configs come and are forgotten, more than once, while a site is away. */
  private void configForgotten(long fromUs, int site, long longUs) {
    long atUs = fromUs;
    int rounds = (int) dice.between(1, 3);
    for (int i = 0; i < rounds; i++) {
      plan.add(atUs, FaultKind.CONFIG_CHANGED, site, 0, 0);
      long lossUs = atUs + dice.between(1, 2 * failoverUs);
      loseWrites(lossUs, dice.pick(heartbeatUs / 2, heartbeatUs, failoverUs, 2 * failoverUs));
      long lookUs = lossUs + dice.between(2 * heartbeatUs, 8 * heartbeatUs);
      plan.add(lookUs, FaultKind.SAFE_LIFTED, (int) dice.below(2), 0, 0);
      if (dice.oneIn(2)) {
        long cutUs = atUs + dice.between(0, failoverUs);
        plan.add(cutUs, FaultKind.MESH_CUT, site, longUs, 0);
      }
      atUs += dice.between(failoverUs, 8 * failoverUs);
    }
  }

  /** The waiting is turned on and off faster than it takes hold; then the primary dies. */
  private void standbyComesAndGoes(long fromUs, int site) {
    plan.add(fromUs, FaultKind.POSTGRES_RELOADS_SLOWLY, 1 - site, 20 * heartbeatUs, 0);
    long atUs = fromUs;
    int rounds = (int) dice.between(2, 5);
    for (int i = 0; i < rounds; i++) {
      long awayUs = dice.between(heartbeatUs / 4, 2 * heartbeatUs);
      plan.add(atUs, FaultKind.PEER_CUT, site, awayUs, 0);
      atUs += awayUs + dice.between(heartbeatUs / 2, 3 * heartbeatUs);
    }
    plan.add(atUs, FaultKind.PEER_CUT, site, 2 * failoverUs, 0);
    long deathUs = atUs + dice.between(heartbeatUs / 10, heartbeatUs);
    plan.add(deathUs, FaultKind.POWER_CUT, 1 - site, 3 * failoverUs, 0);
  }

  /** The holder dies; the other site's claim gets no answer, a late one, or only the watch's. */
  private void claimWithoutAnswer(long atUs, int site) {
    plan.add(atUs, FaultKind.POWER_CUT, site, 3 * failoverUs, 0);
    long claimUs = atUs + failoverUs - heartbeatUs;
    disturbAnswers(claimUs);
    plan.add(claimUs, FaultKind.MESH_SLOW, 1 - site, failoverUs, heartbeatUs);
  }

  /** The holder renews at the last moment, while the other site's claim is on its way. */
  private void holderBackInTime(long atUs, int site) {
    plan.add(atUs, FaultKind.MESH_SLOW, 1 - site, 2 * failoverUs, heartbeatUs);
    long awayUs = dice.between(holdUs - heartbeatUs, failoverUs + 2 * heartbeatUs);
    plan.add(atUs, FaultKind.MESH_CUT_OUTWARD, site, awayUs, 0);
    if (dice.oneIn(2)) {
      disturbAnswers(atUs + awayUs);
    }
  }

  /** Answers to a compare-and-set are lost, late or "in flight", and watches break meanwhile. */
  void disturbAnswers(long atUs) {
    FaultKind kind =
        switch ((int) dice.below(3)) {
          case 0 -> FaultKind.ACKS_LOST;
          case 1 -> FaultKind.ACKS_LATE;
          default -> FaultKind.STORE_SAYS_IN_FLIGHT;
        };
    plan.add(atUs, kind, 0, failoverUs, MOST);
    for (int i = 0; i < 3; i++) {
      long breakUs = atUs + dice.between(0, 4 * heartbeatUs);
      plan.add(breakUs, FaultKind.STORE_LEADER_CHANGE, 0, dice.between(0, heartbeatUs / 8), 0);
    }
  }

  private void loseWrites(long atUs, long lostUs) {
    long downUs = dice.oneIn(4) ? 0 : dice.between(heartbeatUs / 4, 2 * heartbeatUs);
    plan.add(atUs, FaultKind.STORE_LOSES_WRITES, 0, downUs, lostUs);
  }
}
