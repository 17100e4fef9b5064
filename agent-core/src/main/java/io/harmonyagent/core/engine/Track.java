package io.harmonyagent.core.engine;

import io.harmonyagent.core.manifest.ManagedResource;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.status.Drift;
import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.core.status.ResourceStatus;
import io.harmonyagent.core.time.Moment;
import java.time.Instant;
import java.util.Optional;

/** What the engine knows of one resource of the manifest in force. */
final class Track {
  /** That it was in place and no longer is: a drift whose repair is under way. */
  private record Damage(Moment at, String what) {}

  final Job job = new Job();
  private ManagedResource resource;
  private ResourceState state = new ResourceState.Pending();
  private Instant since;
  private Optional<Drift> lastDrift = Optional.empty();
  private Optional<Damage> damage = Optional.empty();
  private boolean inPlace;
  private Optional<ResourceId> toRestartFor = Optional.empty();
  private boolean isWishNew;
  private boolean decided;
  private boolean unavailable;
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
      damage = Optional.empty();
      inPlace = false;
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

  /** It was in place and was found not to be, by a look that began then. */
  void damaged(Moment at, String what) {
    if (inPlace) {
      damage = Optional.of(new Damage(at, what));
      inPlace = false;
    }
  }

  /** It is in place. Returns whether that ends a drift. */
  boolean repaired(Moment now) {
    inPlace = true;
    if (damage.isEmpty()) {
      return false;
    }
    Damage mended = damage.get();
    damage = Optional.empty();
    lastDrift =
        Optional.of(
            new Drift(mended.at().wall(), mended.what(), now.since(mended.at()).toMillis()));
    return true;
  }

  /** What it needs of the device is, or is not, there. */
  void setUnavailable(boolean now) {
    unavailable = now;
  }

  /** Whether it waits for the device rather than for other resources. */
  boolean isUnavailable() {
    return unavailable;
  }

  /** A resource that it has to be restarted for was put right. */
  void restartFor(ResourceId cause) {
    toRestartFor = Optional.of(cause);
    isWishNew = true;
  }

  Optional<ResourceId> toRestartFor() {
    return toRestartFor;
  }

  /** The work that ended now restarted it; but what was wished since it began is still to come. */
  void restarted() {
    if (!isWishNew) {
      toRestartFor = Optional.empty();
    }
  }

  void start() {
    started = resource;
    isWishNew = false;
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

  /** Whether the work under way, if there is any, is at what this wants. */
  boolean isAtTheThingOf(ManagedResource wanted) {
    return OwnedThing.of(started.spec()).equals(OwnedThing.of(wanted.spec()));
  }

  ResourceStatus status() {
    return new ResourceStatus(resource.spec().kind(), resource.specHash(), since, state, lastDrift);
  }
}
