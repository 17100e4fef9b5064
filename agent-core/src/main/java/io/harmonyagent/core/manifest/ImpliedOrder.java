package io.harmonyagent.core.manifest;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What stands in a directory of the manifest, or behind a link of it, depends on that, said or not:
 * made first, it would bring a directory of its own making into the other's place; and deleted
 * last, it would keep the directory from going. Where the manifest says the opposite, that counts.
 */
final class ImpliedOrder {
  private final Map<ResourceId, List<ResourceId>> dependsOn = new HashMap<>();
  private final Map<String, ResourceId> containers = new HashMap<>();

  private ImpliedOrder(List<ManagedResource> resources) {
    for (ManagedResource resource : resources) {
      dependsOn.put(resource.id(), new ArrayList<>(resource.dependsOn()));
      if (resource.spec() instanceof FileSpec file && canHold(file.content())) {
        containers.put(file.path(), resource.id());
      }
    }
  }

  /** The resources, which depend on each other in no circle, with what follows from their paths. */
  static List<ManagedResource> of(List<ManagedResource> resources) {
    ImpliedOrder order = new ImpliedOrder(resources);
    if (order.containers.isEmpty()) {
      return resources;
    }
    List<ManagedResource> ordered = new ArrayList<>();
    for (ManagedResource resource : resources) {
      ordered.add(
          resource.spec() instanceof FileSpec file
              ? order.withContainer(resource, file.path())
              : resource);
    }
    return ordered;
  }

  private ManagedResource withContainer(ManagedResource resource, String path) {
    Optional<ResourceId> container = nearestContainer(path);
    if (container.isEmpty() || reaches(container.get(), resource.id())) {
      return resource;
    }
    List<ResourceId> known = dependenciesOf(resource.id());
    if (!known.contains(container.get())) {
      known.add(container.get());
    }
    return new ManagedResource(
        resource.id(), known, resource.restartOn(), resource.spec(), resource.specHash());
  }

  private Optional<ResourceId> nearestContainer(String path) {
    for (int end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      ResourceId container = containers.get(path.substring(0, end));
      if (container != null) {
        return Optional.of(container);
      }
    }
    return Optional.empty();
  }

  private boolean reaches(ResourceId from, ResourceId goal) {
    Set<ResourceId> seen = new HashSet<>(Set.of(from));
    Deque<ResourceId> ahead = new ArrayDeque<>(seen);
    while (!ahead.isEmpty()) {
      for (ResourceId next : dependenciesOf(ahead.pop())) {
        if (next.equals(goal)) {
          return true;
        }
        if (seen.add(next)) {
          ahead.push(next);
        }
      }
    }
    return false;
  }

  private List<ResourceId> dependenciesOf(ResourceId id) {
    return dependsOn.getOrDefault(id, List.of());
  }

  private static boolean canHold(FileContent content) {
    return switch (content) {
      case FileContent.Directory _, FileContent.Symlink _ -> true;
      case FileContent.Inline _, FileContent.Artifact _ -> false;
    };
  }
}
