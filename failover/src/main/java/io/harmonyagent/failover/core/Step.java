package io.harmonyagent.failover.core;

import java.util.List;

/** What one event led to. The shell carries out the actions in this order, and only in it. */
public record Step(State state, List<Action> actions) {}
