package io.harmonyagent.failover.simulation;

import io.harmonyagent.failover.core.ConfigInForce;
import io.harmonyagent.failover.core.Edit;
import io.harmonyagent.failover.core.Event;
import io.harmonyagent.failover.core.State;
import io.harmonyagent.failover.core.Step;
import io.harmonyagent.failover.core.Stored;
import java.util.List;
import java.util.Optional;

/** Cores that are wrong about which config is safe. */
final class ConfigMutants {
  private ConfigMutants() {}

  static List<Mutant> all() {
    return List.of(
        new Mutant("an unsafe config accepted", "S4", AcceptsUnsafe::new),
        new Mutant("no margin for the drift", "S5", NoMargin::new));
  }

  static final class AcceptsUnsafe extends BrokenCore {
    @Override
    Step after(State before, Event event, Step step) {
      if (!(event instanceof Event.ConfigDelivered delivered)
          || step.state().durable().config().isEmpty()) {
        return step;
      }
      ConfigInForce config = step.state().durable().config().get();
      return delivered.revision() <= config.latestRevision()
          ? step
          : with(
              step,
              new Edit(step.state())
                  .config(config.learn(delivered.config(), delivered.revision()))
                  .done());
    }
  }

  /** The replica waits for the hold and the fence, by its own clock, and not a moment longer. */
  static final class NoMargin extends BrokenCore {
    @Override
    public Step step(State state, Event event) {
      boolean asks =
          event instanceof Event.ReportDelivered
              && state.durable().config().isPresent()
              && state.watch().lease().isPresent();
      return asks
          ? waitingShorter(
              state, event, state.durable().config().get(), state.watch().lease().get())
          : right.step(state, event);
    }

    private Step waitingShorter(State state, Event event, ConfigInForce config, Stored stored) {
      long marginMs = config.latest().timing().safetyMarginMs();
      long shortMs = config.waitMs() - marginMs;
      long promiseMs = stored.lease().failoverTimeoutMs() - marginMs;
      Stored hasty =
          new Stored(
              stored.revision(), stored.serverTimeMs(), Edit.promising(stored.lease(), promiseMs));
      State lied =
          new Edit(state)
              .config(Edit.waiting(config, shortMs))
              .watch(Edit.withLease(state.watch(), hasty))
              .done();
      Step step = right.step(lied, event);
      Edit back = new Edit(step.state());
      if (step.state().watch().lease().equals(Optional.of(hasty))) {
        back.watch(Edit.withLease(step.state().watch(), stored));
      }
      ConfigInForce after = step.state().durable().config().orElse(config);
      if (after.waitMs() == shortMs) {
        back.config(Edit.waiting(after, config.waitMs()));
      }
      return with(step, back.done());
    }
  }
}
