package io.harmonyagent.core.manifest;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds resources that wait for each other, which would never be applied. */
final class DependencyCycle {
  private final Map<ResourceId, ManagedResource> byId = new HashMap<>();
  private final Map<ResourceId, Integer> positions = new HashMap<>();
  private final Map<ResourceId, Boolean> finished = new HashMap<>();

  private DependencyCycle(List<ManagedResource> resources) {
    for (ManagedResource resource : resources) {
      positions.put(resource.id(), positions.size());
      byId.put(resource.id(), resource);
    }
  }

  static void reject(List<ManagedResource> resources, List<Fields> objects) throws InvalidDocument {
    DependencyCycle search = new DependencyCycle(resources);
    for (int i = 0; i < resources.size(); i++) {
      Optional<List<ResourceId>> cycle = search.from(resources.get(i).id());
      if (cycle.isPresent()) {
        String path =
            cycle.get().stream().map(ResourceId::value).collect(Collectors.joining(" → "));
        int member = search.positions.getOrDefault(cycle.get().getFirst(), i);
        throw objects.get(member).invalid("depends_on", "is a circle: " + path);
      }
    }
  }

  /**
   * Depth first, with a stack of our own: a manifest may chain thousands of resources. A resource
   * is absent from {@code finished} while unseen, false while on the path, true once cleared.
   */
  private Optional<List<ResourceId>> from(ResourceId start) {
    List<ResourceId> path = new ArrayList<>();
    List<Integer> nextChild = new ArrayList<>();
    if (finished.putIfAbsent(start, false) != null) {
      return Optional.empty();
    }
    path.add(start);
    nextChild.add(0);
    while (!path.isEmpty()) {
      ResourceId current = path.getLast();
      List<ResourceId> children = dependenciesOf(current);
      int child = nextChild.removeLast();
      if (child == children.size()) {
        finished.put(current, true);
        path.removeLast();
        continue;
      }
      nextChild.add(child + 1);
      ResourceId next = children.get(child);
      Boolean seen = finished.putIfAbsent(next, false);
      if (seen == null) {
        path.add(next);
        nextChild.add(0);
      } else if (!seen) {
        List<ResourceId> cycle = new ArrayList<>(path.subList(path.indexOf(next), path.size()));
        cycle.add(next);
        return Optional.of(cycle);
      }
    }
    return Optional.empty();
  }

  private List<ResourceId> dependenciesOf(ResourceId id) {
    ManagedResource resource = byId.get(id);
    return resource == null ? List.of() : resource.dependsOn();
  }
}
