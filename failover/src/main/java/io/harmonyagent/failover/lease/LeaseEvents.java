package io.harmonyagent.failover.lease;

import io.harmonyagent.failover.core.Event;
import java.util.function.LongFunction;

/**
 * Takes what happened to the owner of the core. Called by threads of the mesh, in order; must not
 * block. The owner gives each event its time when it hands it to the core, not when it came (A6).
 */
@FunctionalInterface
public interface LeaseEvents {
  void offer(LongFunction<Event> event);
}
