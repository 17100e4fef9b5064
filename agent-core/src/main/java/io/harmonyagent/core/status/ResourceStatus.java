package io.harmonyagent.core.status;

import java.time.Instant;
import java.util.Optional;

/**
 * What is known of one resource.
 *
 * <p>Equality is written out, as in {@link io.harmonyagent.core.manifest.ResourceId}.
 *
 * @param since when it came into this state
 */
public record ResourceStatus(
    String kind, String specHash, Instant since, ResourceState state, Optional<Drift> lastDrift) {
  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof ResourceStatus that
            && state.equals(that.state)
            && since.equals(that.since)
            && specHash.equals(that.specHash)
            && kind.equals(that.kind)
            && lastDrift.equals(that.lastDrift));
  }

  @Override
  public int hashCode() {
    return 31 * specHash.hashCode() + since.hashCode();
  }
}
