package io.harmonyagent.agent.top.view;

import io.harmonyagent.core.manifest.ManagedResource;
import io.harmonyagent.core.manifest.ResourceId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A resource of a manifest, as far as its place among the others goes. */
public record Part(ResourceId id, String kind, List<ResourceId> dependsOn) {
  public Part {
    dependsOn = List.copyOf(dependsOn);
  }

  public static Part of(ManagedResource resource) {
    return new Part(resource.id(), resource.spec().kind(), resource.dependsOn());
  }

  /**
   * Each after all that it depends on, and else in the order given. By rounds, not by recursion: a
   * manifest may chain thousands.
   */
  static List<ResourceId> inOrder(List<Part> parts) {
    Map<ResourceId, List<ResourceId>> neededBy = new HashMap<>();
    Map<ResourceId, Integer> missing = new HashMap<>();
    Set<ResourceId> known = new HashSet<>();
    parts.forEach(part -> known.add(part.id()));
    for (Part part : parts) {
      Set<ResourceId> needs = new LinkedHashSet<>(part.dependsOn());
      needs.retainAll(known);
      missing.put(part.id(), needs.size());
      needs.forEach(need -> neededBy.computeIfAbsent(need, _ -> new ArrayList<>()).add(part.id()));
    }
    LinkedHashSet<ResourceId> ordered = new LinkedHashSet<>();
    List<ResourceId> next = parts.stream().map(Part::id).toList();
    while (!next.isEmpty()) {
      List<ResourceId> freed = new ArrayList<>();
      for (ResourceId id : next) {
        if (missing.getOrDefault(id, 0) == 0 && ordered.add(id)) {
          for (ResourceId dependent : neededBy.getOrDefault(id, List.of())) {
            if (missing.merge(dependent, -1, Integer::sum) == 0) {
              freed.add(dependent);
            }
          }
        }
      }
      next = freed;
    }
    return List.copyOf(ordered);
  }
}
