package io.harmonyagent.failover.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The working copy of one step: handlers change it, {@link #finish} freezes and checks it. */
final class Turn {
  final SiteId me;
  final String bootId;
  final long nowMs;
  final List<Action> actions = new ArrayList<>(4);

  Role role;
  long roleSinceMs;
  Durable onDisk;
  Seen seen;
  long epochFloor;
  long forgivenRevision;
  long streamedEpoch;
  boolean safe;
  Optional<ConfigInForce> config;
  Watch watch;
  Beat beat;
  Optional<Lease> lease;
  Optional<Pending> pending;
  PostgresView postgres;
  Sync sync;
  Handover handover;
  FenceRung rung;
  long standBackUntilMs;
  long followingEpoch;
  long forcedUntilMs;
  Optional<Decision.Refused> lastRefusal;
  long writes;

  private final State before;

  Turn(State state, long nowMs) {
    this.before = state;
    this.nowMs = nowMs;
    me = state.me();
    bootId = state.bootId();
    role = state.role();
    roleSinceMs = state.roleSinceMs();
    onDisk = state.onDisk();
    load(state.durable());
    watch = state.watch();
    beat = state.beat();
    lease = state.lease();
    pending = state.pending();
    postgres = state.postgres();
    sync = state.sync();
    handover = state.handover();
    rung = state.rung();
    standBackUntilMs = state.standBackUntilMs();
    followingEpoch = state.followingEpoch();
    forcedUntilMs = state.forcedUntilMs();
    lastRefusal = state.lastRefusal();
    writes = state.writes();
  }

  final void load(Durable durable) {
    seen = durable.seen();
    epochFloor = durable.epochFloor();
    forgivenRevision = durable.forgivenRevision();
    streamedEpoch = durable.streamedEpoch();
    safe = durable.safe();
    config = durable.config();
  }

  void act(Action action) {
    actions.add(action);
  }

  void become(Role next) {
    if (role != next) {
      Check.that(role.mayBecome(next), role + " may not become " + next);
      role = next;
      roleSinceMs = nowMs;
    }
    if (!next.holdsLease()) {
      lease = Optional.empty();
    }
  }

  /** Decides, and writes the decision down unless it only repeats the last refusal. */
  boolean grants(Evidence evidence) {
    Decision decision = evidence.decide();
    switch (decision) {
      case Decision.Granted granted -> {
        lastRefusal = Optional.empty();
        act(new Action.Note(evidence, granted));
        return true;
      }
      case Decision.Refused refused -> {
        if (lastRefusal.isEmpty() || !refused.repeats(lastRefusal.get())) {
          lastRefusal = Optional.of(refused);
          act(new Action.Note(evidence, refused));
        }
        return false;
      }
    }
  }

  ConfigInForce config() {
    return config.orElseThrow();
  }

  void heardFromPeer(long sequence, long configSeen, long configHolding) {
    SettleEvidence evidence = config().heardFromPeer(sequence, configSeen, configHolding);
    Decision decision = evidence.decide();
    // Every word of the other site is looked at; only what changes something is worth a line.
    if (decision.isGranted()) {
      act(new Action.Note(evidence, decision));
      config = Optional.of(config().settledBy(evidence));
    }
  }

  Timing timing() {
    return config().holding();
  }

  SiteId peer() {
    return config().latest().peerOf(me);
  }

  Step finish() {
    retime();
    Durable durable = freezeDurable();
    if (durable.mustReplace(onDisk)) {
      onDisk = durable;
      actions.addFirst(new Action.Persist(durable));
    }
    return new Step(freeze(durable), actions);
  }

  /** The shell's timer follows the timing in force, whatever changed it. */
  private void retime() {
    if (config.isEmpty() || config.equals(before.durable().config())) {
      return;
    }
    long periodMs = timing().heartbeatTimeoutMs();
    Optional<ConfigInForce> old = before.durable().config();
    if (old.isEmpty() || old.get().holding().heartbeatTimeoutMs() != periodMs) {
      act(new Action.TickEvery(periodMs));
    }
  }

  State freeze() {
    return freeze(freezeDurable());
  }

  private Durable freezeDurable() {
    return new Durable(
        seen, Math.max(epochFloor, seen.epoch()), forgivenRevision, streamedEpoch, safe, config);
  }

  private State freeze(Durable durable) {
    return new State(
        me,
        bootId,
        role,
        roleSinceMs,
        durable,
        onDisk,
        watch,
        beat,
        lease,
        pending,
        postgres,
        sync,
        handover,
        rung,
        standBackUntilMs,
        followingEpoch,
        forcedUntilMs,
        lastRefusal,
        writes);
  }
}
