package io.harmonyagent.core.engine;

import io.harmonyagent.core.manifest.ManagedResource;

/** Something to be done to the device, outside of the engine. */
public sealed interface Work {
  /**
   * Observe a resource and put it into place if it is not.
   *
   * @param thorough trust nothing remembered of the last observation
   */
  record Reconcile(ManagedResource resource, boolean thorough) implements Work {}

  /** Delete a thing that we made and that no resource wants any longer. */
  record Remove(Ownership ownership) implements Work {}
}
