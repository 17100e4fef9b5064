package io.harmonyagent.core.status;

import io.harmonyagent.core.manifest.ResourceId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Folds the states of all resources into statements about the device. {@code docs/status.md} has
 * the same as formulas.
 */
public final class Conditions {
  /** The reason of a device that cannot use its configuration as it is on disk. */
  public static final String CONFIGURATION_REJECTED = "ConfigurationRejected";

  private Conditions() {}

  /**
   * Says what holds.
   *
   * @param configuration what is wrong with the configuration on disk, if an older one is in force
   * @param before the last fold, from which a condition that still holds keeps its time
   */
  public static List<Condition> fold(
      Map<ResourceId, ResourceStatus> resources,
      boolean hasManifest,
      Optional<String> configuration,
      Optional<Rejection> rejected,
      Optional<UpdateStatus> update,
      List<Condition> before,
      Instant now) {
    Optional<ResourceId> failed = first(resources, Conditions::isFailed);
    Optional<ResourceId> unfinished = first(resources, Conditions::isUnfinished);

    List<Condition> conditions = new ArrayList<>();
    if (!hasManifest) {
      conditions.add(
          make(
              Condition.Type.READY,
              false,
              "NoManifest",
              "no manifest was accepted yet",
              before,
              now));
    } else if (failed.isPresent()) {
      String message = sentence(failed.get(), resources);
      conditions.add(make(Condition.Type.READY, false, "ResourceFailed", message, before, now));
    } else if (unfinished.isPresent()) {
      String message = sentence(unfinished.get(), resources);
      conditions.add(make(Condition.Type.READY, false, "ResourceUnfinished", message, before, now));
    } else {
      conditions.add(make(Condition.Type.READY, true, "AllReady", "", before, now));
    }
    conditions.add(
        unfinished.isPresent()
            ? make(
                Condition.Type.RECONCILING,
                true,
                "ResourceUnfinished",
                sentence(unfinished.get(), resources),
                before,
                now)
            : make(Condition.Type.RECONCILING, false, "AllDecided", "", before, now));
    conditions.add(degraded(configuration, failed, resources, rejected, update, before, now));
    return conditions;
  }

  /** The configuration first: the others are told elsewhere in the status too, it is not. */
  private static Condition degraded(
      Optional<String> configuration,
      Optional<ResourceId> failed,
      Map<ResourceId, ResourceStatus> resources,
      Optional<Rejection> rejected,
      Optional<UpdateStatus> update,
      List<Condition> before,
      Instant now) {
    if (configuration.isPresent()) {
      String message = configuration.get() + "; the configuration that last worked is in force";
      return make(Condition.Type.DEGRADED, true, CONFIGURATION_REJECTED, message, before, now);
    }
    if (failed.isPresent()) {
      String message = sentence(failed.get(), resources);
      return make(Condition.Type.DEGRADED, true, "ResourceFailed", message, before, now);
    }
    if (rejected.isPresent()) {
      String message = rejected.get().message();
      return make(Condition.Type.DEGRADED, true, "ManifestRejected", message, before, now);
    }
    if (update.isPresent() && update.get().state() == UpdateStatus.State.REFUSED) {
      String message = "version " + update.get().version() + ": " + update.get().message();
      return make(Condition.Type.DEGRADED, true, "UpdateRefused", message, before, now);
    }
    return make(Condition.Type.DEGRADED, false, "NothingFailed", "", before, now);
  }

  private static boolean isFailed(ResourceState state) {
    return state instanceof ResourceState.Failed || state instanceof ResourceState.UnknownResource;
  }

  private static boolean isUnfinished(ResourceState state) {
    return switch (state) {
      case ResourceState.Pending _,
          ResourceState.Blocked _,
          ResourceState.Reconciling _,
          ResourceState.Deleting _ ->
          true;
      case ResourceState.Ready _, ResourceState.Failed _, ResourceState.UnknownResource _ -> false;
    };
  }

  private static Optional<ResourceId> first(
      Map<ResourceId, ResourceStatus> resources, Predicate<ResourceState> matches) {
    return resources.entrySet().stream()
        .filter(entry -> matches.test(entry.getValue().state()))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private static String sentence(ResourceId id, Map<ResourceId, ResourceStatus> resources) {
    ResourceStatus status = resources.get(id);
    if (status == null) {
      return id.value();
    }
    return id
        + ": "
        + switch (status.state()) {
          case ResourceState.Failed failed -> failed.error().message();
          case ResourceState.Blocked blocked -> "waits for " + blocked.waitingFor();
          case ResourceState.UnknownResource _ ->
              "this agent does not know the kind " + status.kind();
          case ResourceState.Pending _,
              ResourceState.Reconciling _,
              ResourceState.Ready _,
              ResourceState.Deleting _ ->
              status.state().wireName();
        };
  }

  private static Condition make(
      Condition.Type type,
      boolean holds,
      String reason,
      String message,
      List<Condition> before,
      Instant now) {
    Instant since =
        before.stream()
            .filter(c -> c.type() == type && c.holds() == holds)
            .map(Condition::since)
            .findFirst()
            .orElse(now);
    return new Condition(type, holds, reason, message, since);
  }
}
