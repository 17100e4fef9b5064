package io.harmonyagent.core.engine;

import io.harmonyagent.core.manifest.ManagedResource;
import io.harmonyagent.core.status.Drift;
import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.core.status.ResourceStatus;
import java.time.Instant;
import java.util.Optional;

/** What the engine knows of one resource of the manifest in force. */
final class Track {
  final Job job = new Job();
  private ManagedResource resource;
  private ResourceState state = new ResourceState.Pending();
  private Instant since;
  private Optional<Drift> lastDrift = Optional.empty();
  private boolean decided;
  private ManagedResource started;

  Track(ManagedResource resource, Instant since) {
    this.resource = resource;
    this.started = resource;
    this.since = since;
  }

  ManagedResource resource() {
    return resource;
  }

  ResourceState state() {
    return state;
  }

  boolean isReady() {
    return state instanceof ResourceState.Ready;
  }

  /** Whether the manifest in force has been acted upon here: the part of observed_generation. */
  boolean isDecided() {
    return decided;
  }

  /** A new manifest names this resource; a changed spec starts it afresh. */
  void want(ManagedResource wanted, Instant now) {
    decided = false;
    if (!wanted.specHash().equals(resource.specHash())) {
      job.forgetFailures();
      become(new ResourceState.Pending(), now);
      decided = false;
    }
    resource = wanted;
  }

  /** Returns whether that is anything new. */
  boolean become(ResourceState next, Instant now) {
    boolean changed = !next.equals(state);
    if (!next.wireName().equals(state.wireName())) {
      since = now;
    }
    state = next;
    decided =
        decided
            || !(next instanceof ResourceState.Pending
                || next instanceof ResourceState.Reconciling);
    return changed;
  }

  void drifted(Drift drift) {
    lastDrift = Optional.of(drift);
  }

  void start() {
    started = resource;
  }

  /** The resource as it was when the last work on it was started. */
  ManagedResource started() {
    return started;
  }

  /**
   * Whether the work under way was started for an earlier spec, so that its result says nothing.
   */
  boolean startedForAnotherSpec() {
    return !started.specHash().equals(resource.specHash());
  }

  ResourceStatus status() {
    return new ResourceStatus(resource.spec().kind(), resource.specHash(), since, state, lastDrift);
  }
}
