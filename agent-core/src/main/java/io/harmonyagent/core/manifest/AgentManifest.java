package io.harmonyagent.core.manifest;

import java.util.List;

/**
 * All that one device should be.
 *
 * @param generation rises with every change that the control plane makes
 * @param rollback whether a lower generation than the accepted one is meant
 * @param ignoredFields how many fields of the document this version did not know
 */
public record AgentManifest(
    long generation, boolean rollback, List<ManagedResource> resources, int ignoredFields) {
  public AgentManifest {
    resources = List.copyOf(resources);
  }
}
