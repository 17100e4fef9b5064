package io.harmonyagent.failover.simulation;

import io.harmonyagent.failover.core.Action;
import io.harmonyagent.failover.core.CasOutcome;
import io.harmonyagent.failover.core.Claim;
import io.harmonyagent.failover.core.ClusterConfig;
import io.harmonyagent.failover.core.Core;
import io.harmonyagent.failover.core.Event;
import io.harmonyagent.failover.core.FenceRung;
import io.harmonyagent.failover.core.PostgresMode;
import io.harmonyagent.failover.core.PostgresView;
import io.harmonyagent.failover.core.SiteId;
import io.harmonyagent.failover.core.SiteReport;
import io.harmonyagent.failover.core.State;
import io.harmonyagent.failover.core.Step;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** The shell around the core, as a process that can be frozen, killed and started again. */
final class Agent {
  private static final int INBOX_MAX = 20_000;

  final int site;
  final SiteId name;
  final WatchSession watch;
  private final World world;
  private final Machine machine;
  private final Core core;
  private final Hands hands;
  private final Deque<LongFunction<Event>> inbox = new ArrayDeque<>();
  private final Deque<Action> unfinished = new ArrayDeque<>();
  private State state;
  private int process;
  private boolean running;
  private int downs;
  private int freezes;
  private boolean working;
  private long freezeBeforeOpeningUs;
  private long freezeMidStepUs;

  Agent(World world, Machine machine) {
    this.world = world;
    this.machine = machine;
    site = machine.site;
    name = site == 0 ? Configs.SITE_A : Configs.SITE_B;
    core = world.cores.get();
    state = State.unborn(name, "none");
    watch = new WatchSession(world, this);
    hands = new Hands(world, machine, this);
  }

  State state() {
    return state;
  }

  int process() {
    return process;
  }

  boolean isRunning() {
    return running;
  }

  void start() {
    if (running || downs > 0 || !machine.isOn()) {
      return;
    }
    running = true;
    process++;
    state = State.unborn(name, "boot-" + process);
    world.log(site, "the agent starts");
    offer(
        now ->
            new Event.Started(
                now, hands.disk(), machine.postgres.view(), machine.deadman.deadlineMs()));
  }

  void kill() {
    running = false;
    process++;
    hands.stopTimer();
    if (unfinished.stream().anyMatch(Action.Persist.class::isInstance)) {
      world.coverage.count(Covered.KILLED_BEFORE_PERSIST);
      world.oracle.forgot(site, hands.disk());
    }
    inbox.clear();
    unfinished.clear();
    watch.processGone();
  }

  void down() {
    downs++;
    kill();
  }

  void up() {
    downs--;
    start();
  }

  void freeze() {
    freezes++;
  }

  void thaw() {
    freezes--;
    work();
  }

  void freezeBeforeOpening(long us) {
    freezeBeforeOpeningUs = us;
  }

  /** Somewhere between a decision and its execution, or between two of its actions. */
  void freezeMidStep(long us) {
    freezeMidStepUs = us;
  }

  void slowTicks(long us) {
    hands.slowTicks(us);
  }

  private void offer(LongFunction<Event> event) {
    if (!running) {
      return;
    }
    if (inbox.size() >= INBOX_MAX) {
      throw new IllegalStateException("a frozen agent's inbox has no bound");
    }
    inbox.add(event);
    work();
  }

  void answered(int of, Claim claim, CasOutcome outcome, boolean again) {
    if (of == process) {
      offer(
          now -> {
            world.coverage.answered(state, now, claim, outcome, again);
            return new Event.CasAnswered(now, claim, outcome);
          });
    }
  }

  /** The connection is gone: some clients say so for every request that had no answer yet. */
  void watchLost() {
    if (state.pending().isPresent() && world.dice.oneIn(2)) {
      answered(process, state.pending().get().lease().claim(), new CasOutcome.Unknown(), false);
    }
    offer(Event.WatchLost::new);
  }

  /** What was decided in an earlier session is not sent in this one: see Action.WriteLease. */
  void listed(int of, int incarnation, List<Store.Entry> entries) {
    if (of != process) {
      return;
    }
    offer(
        now -> {
          hands.connect(incarnation);
          return new Event.WatchStarted(now);
        });
    entries.forEach(this::delivered);
    offer(Event.WatchListed::new);
  }

  void delivered(Store.Entry entry) {
    switch (entry.value()) {
      case ClusterConfig config ->
          offer(now -> new Event.ConfigDelivered(now, entry.sequence(), config));
      case SiteReport report ->
          offer(
              now ->
                  new Event.ReportDelivered(now, entry.sequence(), entry.serverTimeMs(), report));
      default -> offer(now -> new Event.LeaseDelivered(now, Store.stored(entry)));
    }
  }

  void ticked() {
    offer(Event.Tick::new);
  }

  void probed(Action.Probe probe) {
    Supplier<PostgresView> postgres = observed();
    offer(
        now -> {
          PostgresView view = postgres.get();
          boolean ok = !probe.byWriting() || view.mode() == PostgresMode.WRITABLE;
          return new Event.ProbeAnswered(now, probe.beat(), ok, view);
        });
  }

  void postgresChanged() {
    Supplier<PostgresView> postgres = observed();
    offer(now -> new Event.PostgresChanged(now, postgres.get()));
  }

  void fenced() {
    Supplier<PostgresView> postgres = observed();
    offer(now -> new Event.Fenced(now, postgres.get()));
  }

  /** A frozen agent finds in its inbox what was seen before the freeze, or looks only after it. */
  private Supplier<PostgresView> observed() {
    if (freezes == 0 || world.dice.oneIn(2)) {
      return machine.postgres::view;
    }
    PostgresView old = machine.postgres.view();
    return () -> old;
  }

  void fenceNotVerified(FenceRung reached) {
    offer(now -> new Event.FenceNotVerified(now, reached));
  }

  void stopped(PostgresView view) {
    offer(now -> new Event.StoppedCleanly(now, view));
  }

  void stopPrepared(boolean ok) {
    offer(now -> new Event.StopPrepared(now, ok));
  }

  void stopFailed() {
    offer(Event.StopFailed::new);
  }

  void syncApplied(int of, long ask, boolean waiting, long lsn) {
    if (of == process) {
      offer(now -> new Event.SyncApplied(now, ask, waiting, lsn));
    }
  }

  void askSwitchover() {
    offer(Event.SwitchoverAsked::new);
  }

  void forceFailover() {
    offer(Event.FailoverForced::new);
  }

  void liftSafe() {
    offer(Event.SafeLifted::new);
  }

  private void work() {
    if (working) {
      return;
    }
    working = true;
    while (running && freezes == 0) {
      Action action = unfinished.poll();
      if (action != null) {
        carryOut(action);
        continue;
      }
      LongFunction<Event> next = inbox.poll();
      if (next == null) {
        break;
      }
      Event event = next.apply(machine.clock.localMs(world.nowUs));
      State before = state;
      Step step = step(before, event);
      state = step.state();
      unfinished.addAll(step.actions());
      world.oracle.stepped(this, before, event, step);
    }
    working = false;
  }

  /** A core that finds one of its own invariants broken stops its agent: a bug, but a safe one. */
  private Step step(State before, Event event) {
    try {
      return core.step(before, event);
    } catch (RuntimeException broken) {
      world.oracle.violated("stopped: the core threw " + broken);
      return new Step(before, List.of());
    }
  }

  private void carryOut(Action action) {
    if (action instanceof Action.OpenForWrites && freezeBeforeOpeningUs > 0) {
      world.coverage.count(Covered.FROZEN_BEFORE_OPENING);
      freezeBefore(action, freezeBeforeOpeningUs);
      freezeBeforeOpeningUs = 0;
    } else if (freezeMidStepUs > 0 && hasConsequences(action) && world.dice.oneIn(4)) {
      world.coverage.count(Covered.FROZEN_MID_STEP);
      freezeBefore(action, freezeMidStepUs);
      freezeMidStepUs = 0;
    } else {
      hands.carryOut(action);
    }
  }

  private void freezeBefore(Action action, long us) {
    world.log(site, "the agent freezes before it carries out " + action);
    unfinished.addFirst(action);
    freeze();
    world.in(us, this::thaw);
  }

  private static boolean hasConsequences(Action action) {
    return switch (action) {
      case Action.TickEvery every -> false;
      case Action.Probe probe -> false;
      case Action.Note note -> false;
      case Action.WriteReport write -> false;
      case Action.Persist persist -> true;
      case Action.WriteLease write -> true;
      case Action.RestartWatch restart -> true;
      case Action.ArmDeadman arm -> true;
      case Action.DisarmDeadman disarm -> true;
      case Action.OpenForWrites open -> true;
      case Action.Fence fence -> true;
      case Action.PrepareStop prepare -> true;
      case Action.StopCleanly stop -> true;
      case Action.Follow follow -> true;
      case Action.WaitForPeer wait -> true;
    };
  }
}
