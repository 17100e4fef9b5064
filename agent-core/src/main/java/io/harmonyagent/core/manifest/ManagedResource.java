package io.harmonyagent.core.manifest;

import java.util.List;

/**
 * One thing that the device should have.
 *
 * @param dependsOn applied only while all of these are Ready
 * @param restartOn restarted when one of these changed
 * @param specHash equal exactly when the specs are, so that a change is seen without comparing them
 */
public record ManagedResource(
    ResourceId id,
    List<ResourceId> dependsOn,
    List<ResourceId> restartOn,
    ResourceSpec spec,
    String specHash) {
  public ManagedResource {
    dependsOn = List.copyOf(dependsOn);
    restartOn = List.copyOf(restartOn);
  }
}
