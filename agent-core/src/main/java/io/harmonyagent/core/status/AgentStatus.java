package io.harmonyagent.core.status;

import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.ResourceId;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one device is. A value: two equal ones say the same, so only a change is worth writing.
 *
 * @param manifestGeneration of the manifest in force
 * @param observedGeneration the last generation all of whose resources have been decided upon
 * @param ignoredFields of the manifest in force
 * @param update of the agent itself; absent while none is wanted and none was ever tried
 * @param stoppedAt set by a clean stop, so that it can be told from a lost device
 */
public record AgentStatus(
    AgentId agentId,
    String agentVersion,
    String arch,
    String bootId,
    long manifestGeneration,
    long observedGeneration,
    int ignoredFields,
    SortedMap<ResourceId, ResourceStatus> resources,
    List<Condition> conditions,
    Optional<Rejection> rejected,
    Optional<UpdateStatus> update,
    Optional<Instant> stoppedAt) {
  public AgentStatus {
    resources = Collections.unmodifiableSortedMap(new TreeMap<>(resources));
    conditions = List.copyOf(conditions);
  }

  /** Whether every part of the wanted generation was seen to be in place. */
  public boolean hasConverged(long desiredGeneration) {
    return observedGeneration == manifestGeneration
        && manifestGeneration == desiredGeneration
        && holds(Condition.Type.READY);
  }

  public boolean holds(Condition.Type type) {
    return conditions.stream().anyMatch(c -> c.type() == type && c.holds());
  }
}
