package io.harmonyagent.failover.simulation;

/**
 * One agent's ordered watch. Deliveries come in the order of the stream, or not at all: a cut
 * stalls them, and then either the backlog arrives in one go or the session is over.
 */
final class WatchSession {
  private final World world;
  private final Agent agent;
  private int session;
  private boolean live;
  private boolean stalled;
  private long stalledFrom;
  private long lastArrivalUs;

  WatchSession(World world, Agent agent) {
    this.world = world;
    this.agent = agent;
  }

  void published(Store.Entry entry, boolean twice) {
    if (!live || stalled) {
      return;
    }
    if (world.network.isCut(Network.STORE, agent.site)) {
      stalled = true;
      stalledFrom = entry.sequence();
      return;
    }
    deliver(entry);
    if (twice) {
      world.coverage.count(Covered.DELIVERED_TWICE);
      deliver(entry);
    }
  }

  private void deliver(Store.Entry entry) {
    int of = session;
    long arrivalUs = world.nowUs + world.network.latencyUs(Network.STORE, agent.site);
    lastArrivalUs = Math.max(lastArrivalUs, arrivalUs);
    world.queue.at(
        lastArrivalUs,
        () -> {
          if (of == session) {
            agent.delivered(entry);
          }
        });
  }

  /** The agent asks for a new session; it gets one if the request and the listing get through. */
  void restart(int process) {
    session++;
    live = false;
    int of = session;
    world.network.send(
        agent.site,
        Network.STORE,
        () -> {
          if (world.store.isUp() && of == session) {
            list(process, of);
          }
        });
  }

  private void list(int process, int of) {
    if (world.network.isCut(Network.STORE, agent.site)) {
      return;
    }
    live = true;
    stalled = false;
    lastArrivalUs = world.nowUs + world.network.latencyUs(Network.STORE, agent.site);
    int incarnation = world.store.incarnation();
    long upTo = world.store.listsUpTo();
    var entries = world.store.listing(upTo);
    world.queue.at(
        lastArrivalUs,
        () -> {
          if (of == session) {
            agent.listed(process, incarnation, entries);
          }
        });
    if (upTo < world.store.last()) {
      catchUp(of, upTo + 1);
    }
  }

  /** The server that listed lags: what it did not know yet comes later, in order. */
  private void catchUp(int of, long from) {
    world.coverage.count(Covered.LISTED_STALE);
    stalled = true;
    stalledFrom = from;
    world.in(
        world.dice.below(3 * world.heartbeatUs),
        () -> {
          if (of == session
              && live
              && stalled
              && world.store.remembers(stalledFrom)
              && !world.network.isCut(Network.STORE, agent.site)) {
            deliverBacklog();
          }
        });
  }

  /** The link from the store is open again. */
  void linkHealed() {
    if (!live || !stalled) {
      return;
    }
    if (!world.store.remembers(stalledFrom) || world.dice.oneIn(2)) {
      breakOff(!world.dice.oneIn(4));
      return;
    }
    deliverBacklog();
  }

  private void deliverBacklog() {
    world.coverage.count(Covered.WATCH_BACKLOG_DELIVERED);
    stalled = false;
    for (Store.Entry entry : world.store.since(stalledFrom)) {
      deliver(entry);
    }
  }

  /** What is on its way still arrives; nothing after it. */
  void breakOff(boolean noticed) {
    if (!live) {
      return;
    }
    live = false;
    world.coverage.count(Covered.WATCH_BROKEN);
    int of = session;
    if (noticed) {
      world.network.send(
          Network.STORE,
          agent.site,
          () -> {
            if (of == session) {
              agent.watchLost();
            }
          });
    }
  }

  void processGone() {
    session++;
    live = false;
  }
}
