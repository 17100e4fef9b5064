package io.harmonyagent.core.engine;

import io.harmonyagent.core.manifest.ResourceId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Who is made after whom: {@code depends_on}. */
final class Dependencies {
  private final Map<ResourceId, Track> tracks = new HashMap<>();
  private final Map<ResourceId, List<Track>> dependents = new HashMap<>();

  void want(Collection<Track> wanted) {
    tracks.clear();
    dependents.clear();
    for (Track track : wanted) {
      tracks.put(track.resource().id(), track);
      for (ResourceId dependency : track.resource().dependsOn()) {
        dependents.computeIfAbsent(dependency, _ -> new ArrayList<>()).add(track);
      }
    }
  }

  /** Those that may go on now that this resource is in place. */
  List<Track> on(Track track) {
    return dependents.getOrDefault(track.resource().id(), List.of());
  }

  /** What this resource needs and is not in place. */
  List<ResourceId> missing(Track track) {
    List<ResourceId> missing = new ArrayList<>();
    for (ResourceId id : track.resource().dependsOn()) {
      Track dependency = tracks.get(id);
      if (dependency == null || !dependency.isReady()) {
        missing.add(id);
      }
    }
    return missing;
  }
}
