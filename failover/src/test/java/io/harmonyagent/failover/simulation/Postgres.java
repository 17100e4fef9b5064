package io.harmonyagent.failover.simulation;

import io.harmonyagent.failover.core.PostgresMode;
import io.harmonyagent.failover.core.PostgresView;

/**
 * PostgreSQL with clients that commit all the time. Commits are a flow, not events: the log grows
 * with time while it may, and is only counted when something changes ({@link #settle}).
 */
final class Postgres {
  private static final long MS = 1_000;

  private final World world;
  private final Machine machine;
  private final Wal wal;
  private PostgresMode mode = PostgresMode.STOPPED;
  private boolean busy;
  private boolean opening;
  private boolean usable = true;
  private boolean standbyData;
  private boolean following;
  private boolean attaching;
  private boolean streaming;
  private boolean waitsForPeer;

  /** What a session is told, which says little: it takes hold later. */
  private boolean showsWaiting;

  private long timeline = Timelines.ROOT;
  private int operation;
  private int reign;
  private long reloadedUs;
  private long reloadToldUs;
  private int hangs;
  private int stopFails;
  private int slowStarts;
  private int slowReloads;

  Postgres(World world, Machine machine) {
    this.world = world;
    this.machine = machine;
    wal = new Wal(world);
    standbyData = machine.site == 1;
  }

  boolean isWritable() {
    return mode == PostgresMode.WRITABLE;
  }

  boolean isStreaming() {
    return streaming;
  }

  boolean isHung() {
    return hangs > 0 && mode != PostgresMode.STOPPED;
  }

  boolean isStopped() {
    return mode == PostgresMode.STOPPED;
  }

  /** Neither a hanging one nor one whose stop fails ends before the ladder's harder rungs. */
  boolean resistsStopping() {
    return stopFails > 0 || hangs > 0;
  }

  boolean stopsFail() {
    return stopFails > 0;
  }

  boolean waitsForPeer() {
    return waitsForPeer;
  }

  long timeline() {
    return timeline;
  }

  long lsn() {
    if (streaming) {
      wal.raiseTo(peer().wal.wasUs(world.nowUs - world.plan.baseLatencyUs()));
    }
    return wal.now();
  }

  PostgresView view() {
    Postgres peer = peer();
    boolean peerStreams = isWritable() && peer.streaming;
    long lsn = lsn();
    return new PostgresView(
        mode,
        busy,
        usable,
        lsn,
        lsn,
        timeline,
        streaming,
        peerStreams,
        peerStreams ? peer.lsn() : 0,
        isWritable() && showsWaiting);
  }

  private Postgres peer() {
    return world.machines.get(1 - machine.site).postgres;
  }

  /** Before anything changes: what was acknowledged up to now is acknowledged. */
  private void settle() {
    world.oracle.settle();
    lsn();
  }

  private void regrow() {
    wal.grow(isWritable() && hangs == 0 && (!waitsForPeer || peer().streaming));
  }

  void open(boolean wait) {
    if (!machine.deadman.allowsOpening()) {
      world.coverage.count(Covered.OPENING_REFUSED_BY_DEADMAN);
      world.log(machine.site, "opening refused: the deadman is not armed");
      world.in(10 * MS, machine.agent::postgresChanged);
      return;
    }
    if (opening || isWritable()) {
      return;
    }
    following = false;
    detach();
    operation++;
    busy = true;
    opening = true;
    int of = operation;
    long startUs = mode == PostgresMode.STOPPED ? startUs() : 0;
    long promoteUs = standbyData ? world.dice.between(50 * MS, 800 * MS) : 0;
    world.in(
        startUs + promoteUs,
        () -> {
          if (of == operation) {
            opened(wait);
          }
        });
  }

  private long startUs() {
    long us = world.dice.between(100 * MS, 1_500 * MS);
    return slowStarts > 0 ? us * 10 : us;
  }

  private void opened(boolean wait) {
    settle();
    busy = false;
    opening = false;
    if (!usable) {
      machine.agent.postgresChanged();
      return;
    }
    world.oracle.opening(machine.site);
    if (standbyData) {
      timeline = world.timelines.fork(timeline, lsn());
      standbyData = false;
    }
    mode = PostgresMode.WRITABLE;
    reign++;
    waitsForPeer = wait;
    showsWaiting = wait;
    regrow();
    world.oracle.opened(machine.site);
    world.log(machine.site, "PostgreSQL accepts writes at " + lsn() + " timeline " + timeline);
    peer().reconsider();
    machine.agent.postgresChanged();
  }

  /** Reloads are carried out, and told, in the order in which they were asked for. */
  void waitForPeer(long ask, boolean wait) {
    showsWaiting = wait;
    reloadedUs = Math.max(reloadedUs, world.nowUs + reloadUs());
    int of = reign;
    int process = machine.agent.process();
    world.queue.at(
        reloadedUs,
        () -> {
          if (isWritable() && of == reign) {
            settle();
            waitsForPeer = wait;
            regrow();
            long lsn = lsn();
            reloadToldUs = Math.max(reloadToldUs, world.nowUs + reloadUs());
            world.queue.at(reloadToldUs, () -> machine.agent.syncApplied(process, ask, wait, lsn));
          }
        });
  }

  private long reloadUs() {
    return world.dice.between(MS, slowReloads > 0 ? 3 * world.heartbeatUs : 20 * MS);
  }

  void reloadSlowly(int change) {
    slowReloads += change;
  }

  void stop(String why) {
    settle();
    detach();
    dropOperation();
    following = false;
    mode = PostgresMode.STOPPED;
    regrow();
    world.log(machine.site, why + " at " + wal.now());
    peer().reconsider();
  }

  void crash() {
    if (mode != PostgresMode.STOPPED) {
      stop("PostgreSQL crashes");
      machine.agent.postgresChanged();
    }
  }

  /** Whatever was being done to it is not done any more. */
  void dropOperation() {
    operation++;
    busy = false;
    opening = false;
    attaching = false;
  }

  /** It goes on meanwhile; whether it is still the same one then is the core's to know. */
  void prepareStop() {
    boolean ok = isWritable() && !isHung();
    int process = machine.agent.process();
    world.in(
        world.dice.oneIn(3)
            ? world.dice.between(20 * MS, 3_000 * MS)
            : world.dice.between(MS, 20 * MS),
        () -> {
          if (process == machine.agent.process()) {
            machine.agent.stopPrepared(ok);
          }
        });
  }

  /** With everything sent to a standby that streams. */
  void stopCleanly(long withinMs) {
    operation++;
    busy = true;
    int of = operation;
    long boundUs = machine.clock.trueSpanUs(withinMs);
    boolean fails = resistsStopping() || !isWritable();
    long us = fails ? boundUs : Math.min(boundUs, world.dice.between(20 * MS, 500 * MS));
    world.in(
        us,
        () -> {
          if (of != operation) {
            return;
          }
          busy = false;
          if (fails) {
            machine.agent.stopFailed();
            return;
          }
          settle();
          if (peer().streaming) {
            peer().wal.raiseTo(lsn());
          }
          stop("PostgreSQL stops cleanly");
          machine.agent.stopped(view());
        });
  }

  void follow() {
    if (isWritable()) {
      return;
    }
    following = true;
    if (mode == PostgresMode.STOPPED && usable && !busy) {
      operation++;
      busy = true;
      int of = operation;
      world.in(
          startUs(),
          () -> {
            if (of == operation) {
              busy = false;
              standbyData = true;
              mode = PostgresMode.STANDBY;
              machine.agent.postgresChanged();
              reconsider();
            }
          });
    } else {
      reconsider();
    }
  }

  /** Called whenever a link or either PostgreSQL changes: does this one stream, or could it? */
  void reconsider() {
    if (streaming && !reachesPeer()) {
      detach();
    }
    boolean idle = mode == PostgresMode.STANDBY || (mode == PostgresMode.STOPPED && !usable);
    if (streaming || attaching || busy || !idle || !reachesPeer()) {
      return;
    }
    attaching = true;
    operation++;
    int of = operation;
    if (usable && world.timelines.canStream(timeline, wal.now(), peer().timeline, peer().lsn())) {
      world.in(world.dice.between(100 * MS, 1_000 * MS), () -> attached(of, false));
    } else {
      world.coverage.count(Covered.REWOUND);
      world.log(machine.site, "PostgreSQL rewinds");
      mode = PostgresMode.STOPPED;
      usable = false;
      busy = true;
      world.in(world.dice.between(1_000 * MS, 15_000 * MS), () -> attached(of, true));
    }
  }

  private boolean reachesPeer() {
    int other = 1 - machine.site;
    return following
        && machine.isOn()
        && peer().isWritable()
        && !world.network.isCut(machine.site, other)
        && !world.network.isCut(other, machine.site);
  }

  private void attached(int of, boolean rewound) {
    if (of != operation) {
      return;
    }
    attaching = false;
    busy = false;
    if (!reachesPeer()) {
      machine.agent.postgresChanged();
      return;
    }
    settle();
    if (rewound) {
      usable = true;
      standbyData = true;
      mode = PostgresMode.STANDBY;
      wal.rewindTo(world.timelines.common(timeline, wal.now(), peer().timeline, peer().lsn()));
    }
    timeline = peer().timeline;
    streaming = true;
    peer().regrow();
    world.log(machine.site, "PostgreSQL streams");
    machine.agent.postgresChanged();
  }

  private void detach() {
    if (streaming) {
      settle();
      streaming = false;
      if (peer().isWritable()) {
        peer().regrow();
      }
    }
  }

  void hang(int change) {
    settle();
    hangs += change;
    regrow();
  }

  void failStops(int change) {
    stopFails += change;
  }

  void startSlowly(int change) {
    slowStarts += change;
  }
}
