package io.harmonyagent.core.manifest;

import java.util.List;
import java.util.Optional;

/**
 * All that one device should be.
 *
 * @param generation rises with every change that the control plane makes
 * @param rollback whether a lower generation than the accepted one is meant
 * @param agent which build of the agent itself; absent: whichever runs
 * @param ignoredFields how many fields of the document this version did not know
 */
public record AgentManifest(
    long generation,
    boolean rollback,
    List<ManagedResource> resources,
    Optional<AgentRelease> agent,
    Optional<DetachedSignature> signature,
    int ignoredFields) {
  public AgentManifest {
    resources = List.copyOf(resources);
  }
}
