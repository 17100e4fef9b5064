package io.harmonyagent.failover.simulation;

import io.harmonyagent.failover.core.Action;
import io.harmonyagent.failover.core.ConfigInForce;
import io.harmonyagent.failover.core.Durable;
import io.harmonyagent.failover.core.Edit;
import io.harmonyagent.failover.core.Event;
import io.harmonyagent.failover.core.PostgresMode;
import io.harmonyagent.failover.core.ReplicationMode;
import io.harmonyagent.failover.core.Role;
import io.harmonyagent.failover.core.Seen;
import io.harmonyagent.failover.core.State;
import io.harmonyagent.failover.core.Step;
import io.harmonyagent.failover.core.Stored;
import io.harmonyagent.failover.core.Sync;
import java.util.List;
import java.util.Optional;

/** Cores that are wrong about boots, data, the store and people. */
final class LifeMutants {
  private LifeMutants() {}

  static List<Mutant> all() {
    return List.of(
        new Mutant("boots unfenced", "S7", BootsUnfenced::new),
        new Mutant("opens before the deadman is armed", "S7", OpensUnguarded::new),
        new Mutant("sync relaxed before the record", "S10", RelaxesFirst::new),
        new Mutant("listed although commits do not wait", "S10", ListsWithoutWaiting::new),
        new Mutant("an outdated waiting is believed", "S10", BelievesOldWaiting::new),
        new Mutant("sync_sites ignored", "S10", IgnoresSyncSites::new),
        new Mutant("promotes data of another epoch", "S11", IgnoresStreamedEpoch::new),
        new Mutant("store rollback ignored", "S12", IgnoresRollback::new),
        new Mutant("a reboot leaves SAFE", "S12", RebootLeavesSafe::new),
        new Mutant("pause ignored", "S13", IgnoresPause::new));
  }

  static final class BootsUnfenced extends BrokenCore {
    @Override
    Step after(State before, Event event, Step step) {
      State state = step.state();
      boolean wasPrimary = state.durable().seen().holder().equals(Optional.of(state.me()));
      return event instanceof Event.Started && state.role() == Role.FENCED && wasPrimary
          ? with(step, openUnasked(state, event.nowMs()))
          : step;
    }
  }

  static final class OpensUnguarded extends BrokenCore {
    @Override
    Step after(State before, Event event, Step step) {
      boolean opens =
          step.actions().stream().anyMatch(action -> action instanceof Action.OpenForWrites);
      return opens
          ? each(
              step,
              action ->
                  action instanceof Action.ArmDeadman arm
                      ? new Action.ArmDeadman(event.nowMs() + HOUR_MS, arm.fenceMs())
                      : action)
          : step;
    }
  }

  static final class RelaxesFirst extends BrokenCore {
    @Override
    Step after(State before, Event event, Step step) {
      return event instanceof Event.ProbeAnswered
              && step.state().role() == Role.PRIMARY
              && !step.state().postgres().peerStreaming()
          ? with(step, new Action.WaitForPeer(-1, false))
          : step;
    }
  }

  static final class ListsWithoutWaiting extends BrokenCore {
    @Override
    Event event(Event event) {
      return event instanceof Event.SyncApplied applied
          ? new Event.SyncApplied(applied.nowMs(), applied.ask(), true, 0)
          : event;
    }

    @Override
    Step after(State before, Event event, Step step) {
      return each(
          step,
          action ->
              action instanceof Action.WaitForPeer wait
                  ? new Action.WaitForPeer(wait.ask(), false)
                  : action);
    }
  }

  /** What the core itself did until this simulation found it. */
  static final class BelievesOldWaiting extends BrokenCore {
    @Override
    public Step step(State state, Event event) {
      if (!(event instanceof Event.SyncApplied applied)) {
        return right.step(state, event);
      }
      Sync sync = state.sync();
      long ask = applied.waiting() == sync.asked() ? sync.ask() : applied.ask();
      return right.step(
          state, new Event.SyncApplied(applied.nowMs(), ask, applied.waiting(), applied.lsn()));
    }
  }

  static final class IgnoresSyncSites extends BrokenCore {
    @Override
    State before(State state, Event event) {
      if (!(event instanceof Event.ReportDelivered) || state.watch().lease().isEmpty()) {
        return state;
      }
      Stored stored = state.watch().lease().get();
      Stored async =
          new Stored(
              stored.revision(),
              stored.serverTimeMs(),
              Edit.with(
                  stored.lease(),
                  stored.lease().epoch(),
                  ReplicationMode.ASYNC,
                  stored.lease().currentPrimary()));
      return new Edit(state).watch(Edit.withLease(state.watch(), async)).done();
    }
  }

  static final class IgnoresStreamedEpoch extends BrokenCore {
    @Override
    State before(State state, Event event) {
      return event instanceof Event.ReportDelivered
              && state.watch().lease().isPresent()
              && state.postgres().mode() == PostgresMode.STANDBY
          ? new Edit(state).streamedEpoch(state.watch().lease().get().lease().epoch()).done()
          : state;
    }
  }

  static final class IgnoresRollback extends BrokenCore {
    @Override
    State before(State state, Event event) {
      return event instanceof Event.Started
          ? state
          : new Edit(state).seen(Seen.NOTHING).forgivenRevision(Long.MAX_VALUE).done();
    }
  }

  static final class RebootLeavesSafe extends BrokenCore {
    @Override
    Event event(Event event) {
      if (!(event instanceof Event.Started started)) {
        return event;
      }
      Durable disk = started.durable();
      return new Event.Started(
          started.nowMs(),
          new Durable(
              disk.seen(),
              disk.epochFloor(),
              disk.forgivenRevision(),
              disk.streamedEpoch(),
              false,
              disk.config()),
          started.postgres(),
          started.deadmanDeadlineMs());
    }
  }

  static final class IgnoresPause extends BrokenCore {
    @Override
    public Step step(State state, Event event) {
      Step step = right.step(running(state, event), event);
      return event instanceof Event.ReportDelivered && state.durable().config().isPresent()
          ? with(step, new Edit(step.state()).config(state.durable().config().get()).done())
          : step;
    }

    private static State running(State state, Event event) {
      if (!(event instanceof Event.ReportDelivered) || state.durable().config().isEmpty()) {
        return state;
      }
      ConfigInForce config = state.durable().config().get();
      ConfigInForce running =
          new ConfigInForce(
              Configs.paused(config.latest(), false),
              config.latestRevision(),
              config.holding(),
              config.holdingRevision(),
              config.waitMs(),
              config.trustFromSequence());
      return new Edit(state).config(running).done();
    }
  }
}
