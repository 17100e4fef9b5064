package io.harmonyagent.failover.simulation;

import io.harmonyagent.failover.core.ClusterConfig;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A plan from a seed. Runs have the same number of heartbeats, not of hours, so that a fast config
 * does not eat the time of all others; the faults come every few failover timeouts, and overlap.
 */
final class PlanMaker {
  static final int BEATS = 2_400;

  /** The mean gap between two faults, in failover timeouts. */
  static final int GAP_TIMEOUTS = 2;

  private static final FaultKind[] KINDS = FaultKind.values();

  private final Dice dice;
  private final ClusterConfig config;
  private final long heartbeatUs;
  private final long failoverUs;
  private final boolean serverClockLies;
  private final List<Fault> faults = new ArrayList<>();

  private PlanMaker(Dice dice) {
    this.dice = dice;
    config = Configs.first(dice);
    heartbeatUs = config.timing().heartbeatTimeoutMs() * 1_000;
    failoverUs = config.timing().failoverTimeoutMs() * 1_000;
    serverClockLies = !dice.oneIn(4);
  }

  static Plan from(long seed) {
    return new PlanMaker(new Dice(seed)).make();
  }

  private Plan make() {
    long healUs = BEATS * heartbeatUs;
    // Half of the runs are disturbed from the first moment, before there is any record.
    long atUs = dice.oneIn(2) ? 0 : 2 * failoverUs + 10 * heartbeatUs;
    while (true) {
      atUs += dice.between(1, 2 * GAP_TIMEOUTS * failoverUs);
      if (atUs > healUs - failoverUs) {
        break;
      }
      if (dice.oneIn(5)) {
        addStory(atUs);
      } else {
        add(atUs, KINDS[(int) dice.below(KINDS.length)], (int) dice.below(2));
      }
    }
    faults.sort(Comparator.comparingLong(Fault::atUs));
    faults.removeIf(fault -> fault.atUs() >= healUs);
    return new Plan(
        dice.next(),
        config,
        healUs,
        healUs + Liveness.boundUs(config) + 40 * heartbeatUs,
        serverClockLies,
        dice.between(-1_000, 1_000),
        dice.between(-1_000, 1_000),
        dice.pick(200, 2_000, 20_000),
        dice.pick(1, 20, 200),
        List.copyOf(faults));
  }

  private void add(long atUs, FaultKind kind, int site) {
    boolean mayHappen =
        switch (kind) {
          case CLOCK_JUMPS -> !serverClockLies;
          case STORE_LOSES_WRITES -> serverClockLies;
          default -> true;
        };
    if (mayHappen) {
      faults.add(new Fault(atUs, kind, site, span(), amount(kind)));
    }
  }

  private long span() {
    return switch ((int) dice.below(10)) {
      case 0, 1, 2 -> dice.between(heartbeatUs / 20, heartbeatUs);
      case 3, 4, 5, 6 -> dice.between(heartbeatUs, failoverUs);
      default -> dice.between(failoverUs, 4 * failoverUs);
    };
  }

  private long amount(FaultKind kind) {
    return switch (kind) {
      case MESH_SLOW -> dice.between(heartbeatUs / 10, 2 * heartbeatUs);
      case MESH_LOSSY, ACKS_LOST -> dice.pick(50_000, 300_000, 900_000);
      case TICKS_SLOW -> dice.between(heartbeatUs / 4, 3 * heartbeatUs);
      case STORE_LEADER_CHANGE ->
          serverClockLies ? dice.between(-3 * failoverUs, 3 * failoverUs) : 0;
      case STORE_LOSES_WRITES ->
          dice.pick(heartbeatUs / 2, 3 * heartbeatUs, failoverUs, 3 * failoverUs);
      case CLOCK_JUMPS -> dice.between(heartbeatUs / 2, 2 * failoverUs);
      default -> dice.below(1_000);
    };
  }

  /** Faults that only hurt together: a random draw would seldom line them up. */
  private void addStory(long atUs) {
    int site = (int) dice.below(2);
    long longUs = dice.between(failoverUs, 3 * failoverUs);
    switch ((int) dice.below(13)) {
      case 11 -> standbyComesAndGoes(atUs, site);
      case 9, 10 -> configForgotten(atUs, site, longUs);
      case 0 -> {
        // A site is away while the store forgets what happened meanwhile.
        faults.add(new Fault(atUs, FaultKind.MESH_CUT, site, longUs, 0));
        long lossUs = atUs + longUs - dice.between(0, heartbeatUs);
        loseWrites(lossUs, dice.pick(heartbeatUs, failoverUs, longUs + failoverUs));
      }
      case 1 -> {
        // The holder comes back just when its new lease is forgotten.
        long cutUs = dice.between(failoverUs * 3 / 4, failoverUs * 3 / 2);
        faults.add(new Fault(atUs, FaultKind.MESH_CUT, site, cutUs, 0));
        loseWrites(atUs + cutUs + dice.between(0, failoverUs), dice.pick(heartbeatUs, failoverUs));
      }
      case 2 -> {
        add(atUs, FaultKind.AGENT_PAUSED_BEFORE_OPENING, 0);
        add(atUs, FaultKind.AGENT_PAUSED_BEFORE_OPENING, 1);
        faults.add(new Fault(atUs + 1, FaultKind.POWER_CUT, site, longUs, 0));
      }
      case 3 -> {
        // The config changes while a site cannot hear of it.
        faults.add(new Fault(atUs, FaultKind.MESH_CUT, site, longUs, 0));
        add(atUs + heartbeatUs, FaultKind.CONFIG_CHANGED, site);
        faults.add(
            new Fault(
                atUs + dice.between(1, longUs),
                FaultKind.MESH_CUT,
                1 - site,
                dice.between(1, 3 * failoverUs),
                0));
      }
      case 4 -> {
        // The replica is lost, commits go on without it, then the primary dies.
        faults.add(new Fault(atUs, FaultKind.PEER_CUT, site, longUs, 0));
        faults.add(
            new Fault(
                atUs + dice.between(heartbeatUs / 4, 3 * heartbeatUs),
                FaultKind.POWER_CUT,
                1 - site,
                longUs,
                0));
      }
      case 5 -> {
        // Answers take nearly a heartbeat; then the holder is cut off, or frozen, or both.
        long slowUs = dice.between(heartbeatUs / 4, heartbeatUs * 3 / 2);
        faults.add(new Fault(atUs, FaultKind.MESH_SLOW, site, longUs, slowUs));
        long cutUs = atUs + dice.between(2 * heartbeatUs, longUs);
        if (!dice.oneIn(3)) {
          faults.add(new Fault(cutUs, FaultKind.MESH_CUT, site, 2 * failoverUs, 0));
        }
        if (!dice.oneIn(3)) {
          faults.add(new Fault(cutUs, FaultKind.AGENT_PAUSED, site, 2 * failoverUs, 0));
        }
      }
      case 6 -> {
        // The holder fences itself, comes back in time, and freezes before it opens.
        long holdUs = config.timing().holdMs() * 1_000;
        faults.add(
            new Fault(
                atUs, FaultKind.AGENT_PAUSED_BEFORE_OPENING, site, longUs + 2 * failoverUs, 0));
        faults.add(
            new Fault(
                atUs + 1,
                FaultKind.MESH_CUT_OUTWARD,
                site,
                dice.between(holdUs - heartbeatUs, failoverUs),
                0));
      }
      case 7 -> {
        // The store comes back at once, and only the last reports are gone.
        if (serverClockLies) {
          faults.add(
              new Fault(
                  atUs,
                  FaultKind.STORE_LOSES_WRITES,
                  site,
                  heartbeatUs / 8,
                  dice.between(heartbeatUs / 8, heartbeatUs)));
        }
      }
      case 8 -> {
        // A handover whose release or take gets no answer.
        faults.add(new Fault(atUs, FaultKind.SWITCHOVER_ASKED, site, 0, 0));
        add(atUs + dice.between(0, heartbeatUs), FaultKind.ACKS_LOST, site);
        add(atUs + dice.between(0, 2 * heartbeatUs), FaultKind.MESH_CUT_INWARD, site);
      }
      default -> {
        faults.add(new Fault(atUs, FaultKind.POWER_CUT, 0, dice.between(1, longUs), 0));
        faults.add(new Fault(atUs, FaultKind.POWER_CUT, 1, dice.between(1, longUs), 0));
      }
    }
  }

  /** Configs come and are forgotten, more than once, while a site is away. */
  private void configForgotten(long fromUs, int site, long longUs) {
    long atUs = fromUs;
    int rounds = (int) dice.between(1, 3);
    for (int i = 0; i < rounds; i++) {
      add(atUs, FaultKind.CONFIG_CHANGED, site);
      loseWrites(
          atUs + dice.between(1, 2 * failoverUs),
          dice.pick(heartbeatUs / 2, heartbeatUs, failoverUs, 2 * failoverUs));
      if (dice.oneIn(2)) {
        faults.add(
            new Fault(atUs + dice.between(0, failoverUs), FaultKind.MESH_CUT, site, longUs, 0));
      }
      atUs += dice.between(failoverUs, 8 * failoverUs);
    }
  }

  /** The waiting is turned on and off faster than it takes hold; then the primary dies. */
  private void standbyComesAndGoes(long fromUs, int site) {
    faults.add(new Fault(fromUs, FaultKind.POSTGRES_RELOADS_SLOWLY, 1 - site, 20 * heartbeatUs, 0));
    long atUs = fromUs;
    int rounds = (int) dice.between(2, 5);
    for (int i = 0; i < rounds; i++) {
      long awayUs = dice.between(heartbeatUs / 4, 2 * heartbeatUs);
      faults.add(new Fault(atUs, FaultKind.PEER_CUT, site, awayUs, 0));
      atUs += awayUs + dice.between(heartbeatUs / 2, 3 * heartbeatUs);
    }
    faults.add(new Fault(atUs, FaultKind.PEER_CUT, site, 2 * failoverUs, 0));
    faults.add(
        new Fault(
            atUs + dice.between(heartbeatUs / 10, heartbeatUs),
            FaultKind.POWER_CUT,
            1 - site,
            3 * failoverUs,
            0));
  }

  private void loseWrites(long atUs, long lostUs) {
    if (serverClockLies) {
      faults.add(
          new Fault(
              atUs,
              FaultKind.STORE_LOSES_WRITES,
              0,
              dice.between(heartbeatUs / 4, 2 * heartbeatUs),
              lostUs));
    }
  }
}
