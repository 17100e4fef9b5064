package io.harmonyagent.failover.simulation;

import io.harmonyagent.failover.core.Action;
import io.harmonyagent.failover.core.Core;
import io.harmonyagent.failover.core.Event;
import io.harmonyagent.failover.core.FailoverCore;
import io.harmonyagent.failover.core.State;
import io.harmonyagent.failover.core.Step;
import java.util.ArrayList;
import java.util.List;

/** The right core, with a place to lie to it before a step and to twist what comes out. */
abstract class BrokenCore implements Core {
  static final long LONG_AGO_MS = Long.MIN_VALUE / 8;
  static final long HOUR_MS = 3_600_000;

  final Core right = new FailoverCore();

  State before(State state, Event event) {
    return state;
  }

  Event event(Event event) {
    return event;
  }

  Step after(State before, Event event, Step step) {
    return step;
  }

  @Override
  public Step step(State state, Event event) {
    Event seen = event(event);
    State before = before(state, seen);
    return after(before, seen, right.step(before, seen));
  }

  static Step with(Step step, Action... more) {
    List<Action> actions = new ArrayList<>(step.actions());
    actions.addAll(List.of(more));
    return new Step(step.state(), actions);
  }

  static Step with(Step step, State state) {
    return new Step(state, step.actions());
  }

  /** The same actions, each looked at. */
  static Step each(Step step, java.util.function.UnaryOperator<Action> change) {
    return new Step(step.state(), new ArrayList<>(step.actions().stream().map(change).toList()));
  }

  static Action[] openUnasked(State state, long nowMs) {
    long holdMs = state.durable().config().map(config -> config.holding().holdMs()).orElse(0L);
    return new Action[] {
      new Action.ArmDeadman(nowMs + holdMs, 1), new Action.OpenForWrites(0, false)
    };
  }
}
