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
  private final Stories stories;

  private PlanMaker(Dice dice) {
    this.dice = dice;
    config = Configs.first(dice);
    heartbeatUs = config.timing().heartbeatTimeoutMs() * 1_000;
    failoverUs = config.timing().failoverTimeoutMs() * 1_000;
    serverClockLies = !dice.oneIn(4);
    stories = new Stories(dice, config, this::add);
  }

  static Plan from(long seed) {
    return new PlanMaker(new Dice(seed)).make();
  }

  private Plan make() {
    long healUs = BEATS * heartbeatUs;
    // Half of the runs are disturbed from the first moment, before there is any record.
    boolean early = dice.oneIn(2);
    long atUs = early ? 0 : 2 * failoverUs + 10 * heartbeatUs;
    if (early && dice.oneIn(2)) {
      stories.disturbAnswers(failoverUs);
    }
    while (true) {
      atUs += dice.between(1, 2 * GAP_TIMEOUTS * failoverUs);
      if (atUs > healUs - failoverUs) {
        break;
      }
      if (dice.oneIn(3)) {
        stories.tell(atUs);
      } else {
        FaultKind kind = KINDS[(int) dice.below(KINDS.length)];
        add(atUs, kind, (int) dice.below(2), span(), amount(kind));
      }
    }
    faults.sort(Comparator.comparingLong(Fault::atUs));
    faults.removeIf(fault -> fault.atUs() >= healUs);
    return new Plan(
        dice.next(),
        config,
        healUs,
        healUs + Liveness.boundUs(config, serverClockLies) + 40 * heartbeatUs,
        serverClockLies,
        dice.between(-1_000, 1_000),
        dice.between(-1_000, 1_000),
        dice.pick(200, 2_000, 20_000),
        dice.pick(1, 20, 200),
        List.copyOf(faults));
  }

  private void add(long atUs, FaultKind kind, int site, long spanUs, long amount) {
    boolean mayHappen =
        switch (kind) {
          case CLOCK_JUMPS -> !serverClockLies;
          case STORE_LOSES_WRITES -> serverClockLies;
          default -> true;
        };
    if (mayHappen) {
      faults.add(new Fault(atUs, kind, site, spanUs, amount));
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
}
