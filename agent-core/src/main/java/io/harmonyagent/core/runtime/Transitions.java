package io.harmonyagent.core.runtime;

import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.status.Drift;
import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.core.status.ResourceStatus;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the operator's log what changed: a line for each resource that failed, recovered or was
 * repaired, and one for a generation that is in place. What merely goes as planned is for
 * debugging.
 */
final class Transitions {
  private static final Logger log = LoggerFactory.getLogger("Engine");

  private long readyGeneration = -1;

  void log(
      Map<ResourceId, ResourceStatus> before,
      Map<ResourceId, ResourceStatus> after,
      long generation) {
    after.forEach((id, status) -> log(id, Optional.ofNullable(before.get(id)), status));
    before.keySet().stream()
        .filter(id -> !after.containsKey(id))
        .forEach(id -> log.info("{}: deleted", id));
    if (generation != readyGeneration
        && after.values().stream().allMatch(s -> s.state() instanceof ResourceState.Ready)) {
      readyGeneration = generation;
      log.info("generation {}: all {} resources are ready", generation, after.size());
    }
  }

  private static void log(ResourceId id, Optional<ResourceStatus> before, ResourceStatus after) {
    Optional<Drift> knownDrift = before.flatMap(ResourceStatus::lastDrift);
    if (after.lastDrift().isPresent() && !after.lastDrift().equals(knownDrift)) {
      Drift drift = after.lastDrift().get();
      log.info("{}: drifted ({}), repaired in {} ms", id, drift.what(), drift.repairedInMs());
    }
    if (before.isPresent() && before.get().state().equals(after.state())) {
      return;
    }
    switch (after.state()) {
      case ResourceState.Failed failed ->
          log.warn(
              "{}: {} ({}), try {}, next at {}",
              id,
              failed.error().message(),
              failed.error().code(),
              failed.attempts(),
              failed.retryAfter());
      case ResourceState.UnknownResource _ ->
          log.warn("{}: this version does not know the kind {}", id, after.kind());
      case ResourceState.Ready _ -> {
        if (before.isPresent() && before.get().state() instanceof ResourceState.Failed) {
          log.info("{}: ready again", id);
        } else {
          log.debug("{}: ready", id);
        }
      }
      case ResourceState.Pending _,
          ResourceState.Blocked _,
          ResourceState.Reconciling _,
          ResourceState.Deleting _ ->
          log.debug("{}: {}", id, after.state().wireName());
    }
  }
}
