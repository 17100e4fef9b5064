package io.harmonyagent.failover.simulation;

import io.harmonyagent.failover.core.Action;
import io.harmonyagent.failover.core.Durable;
import io.harmonyagent.failover.core.SiteReport;

/** Carries out what an agent's core decided: its disk, its timer, its connection, its machine. */
final class Hands {
  private final World world;
  private final Machine machine;
  private final Agent agent;
  private Durable disk = Durable.NOTHING;
  private int connection;
  private long periodMs = 1_000;
  private int timer;
  private long slowTicksUs;

  Hands(World world, Machine machine, Agent agent) {
    this.world = world;
    this.machine = machine;
    this.agent = agent;
  }

  Durable disk() {
    return disk;
  }

  void connect(int incarnation) {
    connection = incarnation;
  }

  void slowTicks(long us) {
    slowTicksUs += us;
  }

  void stopTimer() {
    timer++;
  }

  void carryOut(Action action) {
    Postgres postgres = machine.postgres;
    switch (action) {
      case Action.Persist persist -> disk = persist.durable();
      case Action.TickEvery every -> tickEvery(every.periodMs());
      case Action.Probe probe -> probe(probe);
      case Action.WriteLease write -> writeLease(write);
      case Action.WriteReport write -> writeReport(write.report());
      case Action.RestartWatch restart -> agent.watch.restart(agent.process());
      case Action.ArmDeadman arm -> machine.deadman.arm(arm.deadlineMs(), arm.fenceMs());
      case Action.DisarmDeadman disarm -> machine.deadman.disarm();
      case Action.OpenForWrites open -> postgres.open(open.waitForPeer());
      case Action.Fence fence -> machine.ladder.begin(fence.withinMs(), true);
      case Action.PrepareStop prepare -> postgres.prepareStop();
      case Action.StopCleanly stop -> postgres.stopCleanly(stop.withinMs());
      case Action.Follow follow -> postgres.follow();
      case Action.WaitForPeer wait -> postgres.waitForPeer(wait.ask(), wait.waiting());
      case Action.Note note -> world.coverage.noted(note);
    }
  }

  private void writeLease(Action.WriteLease write) {
    int of = agent.process();
    int on = connection;
    world.network.send(
        agent.site,
        Network.STORE,
        () -> world.store.receiveCas(agent, of, on, write.expectedRevision(), write.lease()));
  }

  private void writeReport(SiteReport report) {
    int on = connection;
    world.network.send(
        agent.site, Network.STORE, () -> world.store.receiveReport(agent.site, on, report));
  }

  private void probe(Action.Probe probe) {
    Postgres postgres = machine.postgres;
    if (postgres.isHung()) {
      return;
    }
    int of = agent.process();
    if (world.dice.oneIn(8)) {
      world.in(
          world.dice.below(world.heartbeatUs / 4),
          () -> {
            if (of == agent.process() && !postgres.isHung()) {
              agent.probed(probe);
            }
          });
    } else {
      agent.probed(probe);
    }
  }

  private void tickEvery(long newPeriodMs) {
    periodMs = newPeriodMs;
    timer++;
    nextTick(timer, 0);
  }

  private void nextTick(int of, long extraUs) {
    world.in(
        machine.clock.trueSpanUs(periodMs) + extraUs,
        () -> {
          if (of == timer && agent.isRunning()) {
            agent.ticked();
            nextTick(of, slowTicksUs == 0 ? 0 : world.dice.below(slowTicksUs));
          }
        });
  }
}
