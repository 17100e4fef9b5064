package io.harmonyagent.failover.simulation;

import io.harmonyagent.failover.core.Action;
import io.harmonyagent.failover.core.ConfigInForce;
import io.harmonyagent.failover.core.Edit;
import io.harmonyagent.failover.core.Event;
import io.harmonyagent.failover.core.Lease;
import io.harmonyagent.failover.core.State;
import io.harmonyagent.failover.core.Step;
import io.harmonyagent.failover.core.Stored;
import io.harmonyagent.failover.core.Timing;
import io.harmonyagent.failover.core.Watch;
import java.util.List;

/** Cores that are wrong about time. */
final class ClockMutants {
  private ClockMutants() {}

  static List<Mutant> all() {
    return List.of(
        new Mutant("no veto by the own clock", "S3", NoVeto::new),
        new Mutant("no look at the server's clock", "S3", NoServerClock::new),
        new Mutant("a counter without a deadline", "S2", NoDeadline::new),
        new Mutant("no deadman", "S2", NoDeadman::new),
        new Mutant("the lease runs from the ack, not the send", "S2", LeaseFromAck::new),
        new Mutant("config order reversed", "S6", ConfigReversed::new),
        new Mutant("the old lease outlives a shorter promise", "S6", OldLeaseOutlives::new),
        new Mutant("old words shorten a wait", "S6", TrustsOldWords::new),
        new Mutant("the veto survives a broken watch", "S8", VetoSurvives::new),
        new Mutant("un-fences in a young session", "S8", NoQuietPeriod::new));
  }

  static final class NoVeto extends BrokenCore {
    @Override
    State before(State state, Event event) {
      return event instanceof Event.ReportDelivered
          ? new Edit(state).watch(Edit.leaseSeenAt(state.watch(), LONG_AGO_MS)).done()
          : state;
    }
  }

  static final class NoServerClock extends BrokenCore {
    @Override
    State before(State state, Event event) {
      if (!(event instanceof Event.ReportDelivered) || state.watch().lease().isEmpty()) {
        return state;
      }
      Stored stored = state.watch().lease().get();
      Stored old = new Stored(stored.revision(), LONG_AGO_MS, stored.lease());
      return new Edit(state).watch(Edit.withLease(state.watch(), old)).done();
    }
  }

  static final class NoDeadline extends BrokenCore {
    @Override
    Step after(State before, Event event, Step step) {
      Step armed = each(step, action -> armFarAhead(action, event.nowMs()));
      if (step.state().lease().isEmpty()) {
        return armed;
      }
      Lease lease = step.state().lease().get();
      Lease endless =
          new Lease(lease.epoch(), lease.stored(), event.nowMs(), HOUR_MS, lease.fenceMs());
      return with(armed, new Edit(step.state()).lease(endless).done());
    }
  }

  static final class NoDeadman extends BrokenCore {
    @Override
    Step after(State before, Event event, Step step) {
      return each(step, action -> armFarAhead(action, event.nowMs()));
    }
  }

  private static Action armFarAhead(Action action, long nowMs) {
    return action instanceof Action.ArmDeadman arm
        ? new Action.ArmDeadman(nowMs + BrokenCore.HOUR_MS, arm.fenceMs())
        : action;
  }

  static final class LeaseFromAck extends BrokenCore {
    @Override
    Step after(State before, Event event, Step step) {
      boolean renewed =
          before.lease().isPresent()
              && step.state().lease().isPresent()
              && step.state().lease().get().sentMs() != before.lease().get().sentMs();
      if (!renewed) {
        return step;
      }
      Lease lease = step.state().lease().get();
      Lease later =
          new Lease(lease.epoch(), lease.stored(), event.nowMs(), lease.holdMs(), lease.fenceMs());
      return with(
          with(step, new Edit(step.state()).lease(later).done()),
          new Action.ArmDeadman(later.deadlineMs(), later.fenceMs()));
    }
  }

  /** A replica waits shorter at once, a holder holds longer at once, and no record promises. */
  static final class ConfigReversed extends BrokenCore {
    @Override
    State before(State state, Event event) {
      if (!(event instanceof Event.ReportDelivered) || state.watch().lease().isEmpty()) {
        return state;
      }
      Stored stored = state.watch().lease().get();
      Stored silent =
          new Stored(stored.revision(), stored.serverTimeMs(), Edit.promising(stored.lease(), 0));
      return new Edit(state).watch(Edit.withLease(state.watch(), silent)).done();
    }

    @Override
    Step after(State before, Event event, Step step) {
      State state = step.state();
      if (!(event instanceof Event.ConfigDelivered) || state.durable().config().isEmpty()) {
        return step;
      }
      ConfigInForce config = state.durable().config().get();
      Timing timing = config.latest().timing();
      Edit edit =
          new Edit(state).config(ConfigInForce.first(config.latest(), config.latestRevision()));
      if (state.lease().isEmpty() || state.lease().get().holdMs() >= timing.holdMs()) {
        return with(step, edit.done());
      }
      Lease lease = state.lease().get();
      Lease longer =
          new Lease(
              lease.epoch(),
              lease.stored(),
              lease.sentMs(),
              timing.holdMs(),
              timing.fenceTimeoutMs());
      return with(
          with(step, edit.lease(longer).done()),
          new Action.ArmDeadman(longer.deadlineMs(), longer.fenceMs()));
    }
  }

  /** What the core itself did until this simulation found it. */
  static final class OldLeaseOutlives extends BrokenCore {
    @Override
    Step after(State before, Event event, Step step) {
      boolean capped =
          before.lease().isPresent()
              && step.state().lease().isPresent()
              && step.state().lease().get().deadlineMs() < before.lease().get().deadlineMs();
      if (!capped) {
        return step;
      }
      Lease old = before.lease().get();
      return with(
          with(step, new Edit(step.state()).lease(old).done()),
          new Action.ArmDeadman(old.deadlineMs(), old.fenceMs()));
    }
  }

  /** What the core itself did until this simulation found it. */
  static final class TrustsOldWords extends BrokenCore {
    @Override
    State before(State state, Event event) {
      return state
          .durable()
          .config()
          .map(config -> new Edit(state).config(Edit.trustingFrom(config, 0)).done())
          .orElse(state);
    }
  }

  /** What the core itself did until this simulation found it. */
  static final class LiftedInTheDark extends BrokenCore {
    @Override
    Step after(State before, Event event, Step step) {
      State state = step.state();
      return event instanceof Event.SafeLifted && state.durable().config().isPresent()
          ? with(
              step,
              new Edit(state)
                  .config(
                      Edit.trustingFrom(state.durable().config().get(), before.watch().sequence()))
                  .done())
          : step;
    }
  }

  /** What the core itself did: a config that the store forgot, or replaced, is not missed. */
  static final class SameNumberSameConfig extends BrokenCore {
    @Override
    public Step step(State state, Event event) {
      return switch (event) {
        case Event.ReportDelivered report ->
            right.step(
                new Edit(state).watch(Edit.withConfig(state.watch(), Long.MAX_VALUE)).done(),
                report);
        case Event.ConfigDelivered config when isKnownNumber(state, config) ->
            new Step(state, List.of());
        default -> right.step(state, event);
      };
    }

    private static boolean isKnownNumber(State state, Event.ConfigDelivered config) {
      return state.durable().config().isPresent()
          && state.durable().config().get().latestRevision() == config.revision();
    }
  }

  static final class VetoSurvives extends BrokenCore {
    private long revision;
    private long seenMs;

    @Override
    Step after(State before, Event event, Step step) {
      Watch watch = step.state().watch();
      if (event instanceof Event.Started) {
        revision = 0;
      }
      if (watch.lease().isEmpty()) {
        return step;
      }
      long now = watch.lease().get().revision();
      if (now == revision && event instanceof Event.LeaseDelivered) {
        return with(step, new Edit(step.state()).watch(Edit.leaseSeenAt(watch, seenMs)).done());
      }
      if (now != revision) {
        revision = now;
        seenMs = watch.leaseSeenMs();
      }
      return step;
    }
  }

  static final class NoQuietPeriod extends BrokenCore {
    @Override
    State before(State state, Event event) {
      return event instanceof Event.ReportDelivered
          ? new Edit(state).watch(Edit.startedAt(state.watch(), LONG_AGO_MS)).done()
          : state;
    }
  }
}
