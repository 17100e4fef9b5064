package io.harmonyagent.core.status;

import io.harmonyagent.core.manifest.ResourceId;
import java.time.Instant;
import java.util.List;

/** The state of one resource. {@code docs/status.md} defines each as a formula. */
public sealed interface ResourceState {
  /** Accepted, not looked at yet. */
  record Pending() implements ResourceState {}

  /** Cannot be worked on before something else happened. */
  record Blocked(String waitingFor) implements ResourceState {
    /** Waits for other resources to become Ready. */
    public static Blocked byDependencies(List<ResourceId> missing) {
      return new Blocked(String.join(", ", missing.stream().map(ResourceId::value).toList()));
    }
  }

  /**
   * Being observed or changed, and not known to be in place.
   *
   * @param doing what is being done or waited for, for people; may be empty
   */
  record Reconciling(String doing) implements ResourceState {
    public Reconciling() {
      this("");
    }
  }

  /**
   * Observed to be as the spec says.
   *
   * <p>Equality is written out, as in {@link io.harmonyagent.core.manifest.ResourceId}.
   */
  record Ready(ResourceDetails details) implements ResourceState {
    @Override
    public boolean equals(Object other) {
      return this == other || (other instanceof Ready that && details.equals(that.details));
    }

    @Override
    public int hashCode() {
      return details.hashCode();
    }
  }

  /** The last try did not succeed; the next one is at {@code retryAfter}. */
  record Failed(ResourceError error, int attempts, Instant retryAfter) implements ResourceState {}

  /** Of a kind that this version of the agent does not know. */
  record UnknownResource() implements ResourceState {}

  /** No longer in the manifest, ours, and not gone yet. */
  record Deleting() implements ResourceState {}

  /** The state's name on the wire. */
  default String wireName() {
    return switch (this) {
      case Pending _ -> "Pending";
      case Blocked _ -> "Blocked";
      case Reconciling _ -> "Reconciling";
      case Ready _ -> "Ready";
      case Failed _ -> "Failed";
      case UnknownResource _ -> "UnknownResource";
      case Deleting _ -> "Deleting";
    };
  }
}
