package io.harmonyagent.failover.simulation;

/**
 * One site's computer: its clock, PID 1's deadman and ladder, PostgreSQL, and the agent when it
 * runs.
 */
final class Machine {
  final int site;
  final Clock clock;
  final Deadman deadman;
  final Postgres postgres;
  final Ladder ladder;
  final Agent agent;
  private final World world;
  private int powerCuts;

  Machine(World world, int site, long driftPpm) {
    this.world = world;
    this.site = site;
    clock = new Clock(driftPpm, 1_000_000 * world.dice.between(1, 5_000));
    deadman = new Deadman(world, this);
    postgres = new Postgres(world, this);
    ladder = new Ladder(world, this);
    agent = new Agent(world, this);
  }

  boolean isOn() {
    return powerCuts == 0;
  }

  void cutPower() {
    powerCuts++;
    deadman.disarm();
    ladder.powerCut();
    postgres.stop("power cut");
    agent.kill();
  }

  void restorePower() {
    powerCuts--;
    if (powerCuts == 0) {
      clock.restart(world.nowUs, 1_000_000 * world.dice.between(1, 100));
      world.log(site, "boots");
      agent.start();
    }
  }

  void jumpClock(long us) {
    clock.jump(us, world.nowUs);
    deadman.clockJumped();
  }
}
