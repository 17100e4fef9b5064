package io.harmonyagent.failover.simulation;

/** Carries out a plan's faults. Each has an end, at the latest when everything is put back. */
final class Faults {
  private static final int STORE = Network.STORE;

  private final World world;
  private final Operators operators;

  Faults(World world, Operators operators) {
    this.world = world;
    this.operators = operators;
  }

  /** One at a time, so that the queue stays short. */
  void scheduleFrom(int index) {
    if (index >= world.plan.faults().size()) {
      return;
    }
    Fault fault = world.plan.faults().get(index);
    world.queue.at(
        fault.atUs(),
        () -> {
          scheduleFrom(index + 1);
          world.coverage.fault(fault.kind());
          world.log(fault.site(), "FAULT " + fault.text());
          begin(fault);
        });
  }

  private void begin(Fault fault) {
    Machine machine = world.machines.get(fault.site());
    Postgres postgres = machine.postgres;
    Store store = world.store;
    int site = fault.site();
    switch (fault.kind()) {
      case MESH_CUT -> cut(fault, site, STORE, true);
      case MESH_CUT_OUTWARD -> cut(fault, site, STORE, false);
      case MESH_CUT_INWARD -> cut(fault, STORE, site, false);
      case PEER_CUT -> cut(fault, site, 1 - site, true);
      case PEER_CUT_ONE_WAY -> cut(fault, site, 1 - site, false);
      case MESH_SLOW ->
          during(
              fault,
              () -> world.network.slow(site, fault.amount()),
              () -> world.network.slow(site, -fault.amount()));
      case MESH_LOSSY ->
          during(
              fault,
              () -> world.network.lossy(site, fault.amount()),
              () -> world.network.lossy(site, -fault.amount()));
      case AGENT_PAUSED -> during(fault, machine.agent::freeze, machine.agent::thaw);
      case AGENT_PAUSED_BEFORE_OPENING -> machine.agent.freezeBeforeOpening(fault.durationUs());
      case AGENT_PAUSED_MID_STEP -> machine.agent.freezeMidStep(fault.durationUs());
      case AGENT_CRASHED -> during(fault, machine.agent::down, machine.agent::up);
      case AGENT_RESTARTED -> {
        machine.agent.down();
        world.in(world.dice.between(1_000, world.heartbeatUs / 2), machine.agent::up);
      }
      case POWER_CUT ->
          during(
              fault,
              () -> {
                machine.cutPower();
                world.oracle.powerCut(site);
              },
              machine::restorePower);
      case TICKS_SLOW ->
          during(
              fault,
              () -> machine.agent.slowTicks(fault.amount()),
              () -> machine.agent.slowTicks(-fault.amount()));
      case POSTGRES_HANGS -> during(fault, () -> postgres.hang(1), () -> postgres.hang(-1));
      case POSTGRES_CRASHES -> postgres.crash();
      case POSTGRES_FENCES_SLOWLY ->
          during(fault, () -> machine.ladder.slowDown(1), () -> machine.ladder.slowDown(-1));
      case POSTGRES_STOP_FAILS ->
          during(fault, () -> postgres.failStops(1), () -> postgres.failStops(-1));
      case POSTGRES_STARTS_SLOWLY ->
          during(fault, () -> postgres.startSlowly(1), () -> postgres.startSlowly(-1));
      case POSTGRES_RELOADS_SLOWLY ->
          during(fault, () -> postgres.reloadSlowly(1), () -> postgres.reloadSlowly(-1));
      case FENCE_REPORT_LOST ->
          during(fault, () -> machine.ladder.loseReports(1), () -> machine.ladder.loseReports(-1));
      case STORE_LEADER_CHANGE -> during(fault, store::goDown, () -> newLeader(fault.amount()));
      case STORE_DOWN -> during(fault, store::goDown, store::comeUp);
      case STORE_LOSES_WRITES -> {
        store.goDown();
        store.loseWritesSince(world.nowUs - fault.amount());
        end(fault, store::comeUp);
      }
      case STORE_SAYS_IN_FLIGHT -> during(fault, () -> store.inFlight(1), () -> store.inFlight(-1));
      case ACKS_LOST ->
          during(
              fault, () -> store.loseAcks(fault.amount()), () -> store.loseAcks(-fault.amount()));
      case ACKS_LATE -> during(fault, () -> store.delayAcks(1), () -> store.delayAcks(-1));
      case ANSWERS_TWICE -> during(fault, () -> store.answerTwice(1), () -> store.answerTwice(-1));
      case LISTINGS_STALE -> during(fault, () -> store.listStale(1), () -> store.listStale(-1));
      case WATCH_DIES_SILENTLY -> machine.agent.watch.breakOff(false);
      case CLOCK_JUMPS -> machine.jumpClock(fault.amount());
      case CONFIG_CHANGED -> operators.changeConfig();
      case CONFIG_UNSAFE -> operators.writeUnsafeConfig();
      case CLUSTER_PAUSED -> during(fault, () -> operators.pause(1), () -> operators.pause(-1));
      case SWITCHOVER_ASKED -> operators.switchOver();
      case SAFE_LIFTED -> operators.liftSafe(site);
      case FAILOVER_FORCED -> operators.forceFailover(site);
    }
  }

  private void newLeader(long skewUs) {
    world.store.comeUp();
    world.store.changeLeader(skewUs);
  }

  private void during(Fault fault, EventQueue.Due begin, EventQueue.Due end) {
    begin.run();
    end(fault, end);
  }

  private void end(Fault fault, EventQueue.Due end) {
    world.queue.at(
        Math.min(fault.atUs() + fault.durationUs(), world.plan.healUs()),
        () -> {
          world.log(fault.site(), "ends: " + fault.kind());
          end.run();
        });
  }

  private void cut(Fault fault, int from, int to, boolean bothWays) {
    world.network.cut(from, to);
    if (bothWays) {
      world.network.cut(to, from);
    }
    linksChanged();
    end(
        fault,
        () -> {
          world.network.heal(from, to);
          if (bothWays) {
            world.network.heal(to, from);
          }
          linksChanged();
        });
  }

  private void linksChanged() {
    for (Machine machine : world.machines) {
      machine.postgres.reconsider();
      if (!world.network.isCut(STORE, machine.site)) {
        machine.agent.watch.linkHealed();
      }
    }
  }
}
