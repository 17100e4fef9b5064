package io.harmonyagent.core.manifest;

import java.util.List;

/**
 * One thing that the device should have.
 *
 * <p>Equality is written out, as in {@link ResourceId}; equal hashes stand for equal specs.
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

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof ManagedResource that
            && id.equals(that.id)
            && specHash.equals(that.specHash)
            && dependsOn.equals(that.dependsOn)
            && restartOn.equals(that.restartOn));
  }

  @Override
  public int hashCode() {
    return 31 * id.hashCode() + specHash.hashCode();
  }
}
