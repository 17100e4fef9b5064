package io.harmonyagent.failover.core;

/** One decision step. Pure: the same state and event always give the same answer. */
@FunctionalInterface
public interface Core {
  Step step(State state, Event event);
}
