package io.harmonyagent.core.engine;

import io.harmonyagent.core.manifest.ManagedResource;

/** Something to be done to the device, outside of the engine. */
public sealed interface Work {
  /**
   * Observe a resource and put it into place if it is not.
   *
   * @param thorough trust nothing remembered of the last observation
   * @param restart whether something else asks for it to be restarted
   */
  record Reconcile(ManagedResource resource, boolean thorough, RestartCause restart)
      implements Work {}

  /** Delete a thing that we made and that no resource wants any longer. */
  record Remove(Ownership ownership) implements Work {}

  /** Ask the device itself what on it is ours, should the ledger have been lost. */
  record Survey() implements Work {}
}
