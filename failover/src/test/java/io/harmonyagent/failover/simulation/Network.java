package io.harmonyagent.failover.simulation;

/** Messages between the two sites (0, 1) and the store (2): delayed, lost, cut per direction. */
final class Network {
  static final int STORE = 2;
  private static final int NODES = 3;

  private final World world;
  private final int[] cuts = new int[NODES * NODES];
  private final long[] slowUs = new long[2];
  private final long[] lossPpm = new long[2];

  Network(World world) {
    this.world = world;
  }

  boolean isCut(int from, int to) {
    return cuts[from * NODES + to] > 0;
  }

  /** Cuts may overlap; a direction is open when every cut of it has ended. */
  void cut(int from, int to) {
    cuts[from * NODES + to]++;
  }

  void heal(int from, int to) {
    if (--cuts[from * NODES + to] < 0) {
      throw new IllegalStateException("healed more often than cut");
    }
  }

  void slow(int site, long us) {
    slowUs[site] += us;
  }

  void lossy(int site, long ppm) {
    lossPpm[site] += ppm;
  }

  long latencyUs(int from, int to) {
    Dice dice = world.dice;
    long base = world.plan.baseLatencyUs();
    long latency = base + dice.below(base);
    int site = from == STORE ? to : from;
    latency += slowUs[site] == 0 ? 0 : slowUs[site] / 2 + dice.below(slowUs[site]);
    if (dice.oneIn(512)) {
      latency += dice.below(world.heartbeatUs * 2);
    }
    return latency;
  }

  /** A request or an answer: it arrives once, or never. */
  void send(int from, int to, EventQueue.Due arrival) {
    int site = from == STORE ? to : from;
    if (isCut(from, to)) {
      return;
    }
    if (world.dice.chance(lossPpm[site])) {
      world.coverage.count(Covered.MESSAGE_LOST);
      return;
    }
    world.in(latencyUs(from, to), arrival);
  }
}
