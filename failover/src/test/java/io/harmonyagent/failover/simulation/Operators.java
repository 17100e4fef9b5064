package io.harmonyagent.failover.simulation;

import io.harmonyagent.failover.core.ClusterConfig;
import io.harmonyagent.failover.core.Role;

/** People: they write configs, ask for switchovers, lift SAFE, and at the end tidy up. */
final class Operators {
  private final World world;
  private ClusterConfig config;
  private long boundUs;
  private int pauses;
  private boolean liftedSafe;

  Operators(World world) {
    this.world = world;
    config = world.plan.config();
  }

  void begin() {
    write(config);
    world.in(rounds(), this::makeRounds);
  }

  ClusterConfig config() {
    return config;
  }

  private void write(ClusterConfig next) {
    config = next;
    boundUs = Math.max(boundUs, Liveness.boundUs(next, world.plan.serverClockLies()));
    world.store.writeConfig(next);
  }

  private long rounds() {
    return 12 * world.plan.config().timing().failoverTimeoutMs() * 1_000;
  }

  /** Now and then somebody looks at the alarms. */
  private void makeRounds() {
    liftSafe(false);
    if (world.dice.oneIn(20)) {
      // Somebody lifts an alarm that is not there.
      world.agents.forEach(Agent::liftSafe);
    }
    world.in(rounds(), this::makeRounds);
  }

  private void liftSafe(boolean certainly) {
    for (Agent agent : world.agents) {
      if (agent.state().role() == Role.SAFE && (certainly || !world.dice.oneIn(5))) {
        agent.liftSafe();
        liftedSafe = true;
      }
    }
  }

  void changeConfig() {
    write(Configs.paused(Configs.changed(world.dice, world.plan.config()), pauses > 0));
  }

  void writeUnsafeConfig() {
    world.store.writeConfig(Configs.unsafe(world.dice, config));
  }

  void pause(int change) {
    pauses += change;
    write(Configs.paused(config, pauses > 0));
  }

  /** Somebody trusts the store again, at one site, without asking why it was not trusted. */
  void liftSafe(int site) {
    world.agents.get(site).liftSafe();
    liftedSafe = true;
  }

  void switchOver() {
    world.agents.forEach(Agent::askSwitchover);
  }

  void forceFailover(int site) {
    world.agents.get(site).forceFailover();
  }

  void putEverythingBack() {
    world.log(2, "every fault has ended; operators tidy up");
    write(world.plan.config());
    watchRecovery(world.nowUs + boundUs);
  }

  private void chooseByHand() {
    for (Machine machine : world.machines) {
      if (machine.postgres.view().usable()) {
        machine.agent.forceFailover();
      }
    }
  }

  private void watchRecovery(long dueUs) {
    liftSafe(true);
    if (world.hasWritablePrimary()) {
      world.coverage.recovered(world.nowUs - (dueUs - boundUs), boundUs);
      world.endSoon();
      return;
    }
    if (world.nowUs > dueUs) {
      world.oracle.violated(
          "liveness: no writable primary " + Timeline.span(boundUs) + " after the last fault");
      return;
    }
    if (liftedSafe && world.nowUs > dueUs - boundUs / 2) {
      // A store that lost writes may name a site whose data is gone: people must choose.
      chooseByHand();
    }
    world.in(2 * world.heartbeatUs, () -> watchRecovery(dueUs));
  }
}
