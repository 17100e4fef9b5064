package io.harmonyagent.core.engine;

import java.time.Duration;

/** How long the deletion of a thing may take: who deletes it knows what it has to wait for. */
@FunctionalInterface
public interface DeletionPatience {
  Duration with(OwnedThing thing, Duration usual);
}
