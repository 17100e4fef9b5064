package io.harmonyagent.agent.top.view;

import io.harmonyagent.core.manifest.AgentId;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * All agents that are known of, one entry each. A listing tells all of them anew; who is not in it
 * is gone. What was there stays in sight until the listing is at its end.
 */
final class Fleet {
  /** More are not shown, and that is said. */
  static final int MOST_AGENTS = 5_000;

  private final Map<String, AgentEntry> agents = new TreeMap<>();
  private final Set<String> told = new HashSet<>();
  private boolean listing;
  private boolean everListed;
  private long omitted;

  /** Whether all agents are known that there are. */
  boolean isListed() {
    return everListed;
  }

  boolean hasOmitted() {
    return omitted > 0;
  }

  Collection<AgentEntry> agents() {
    return Collections.unmodifiableCollection(agents.values());
  }

  Optional<AgentEntry> find(AgentId agent) {
    return Optional.ofNullable(agents.get(agent.value()));
  }

  Map<Health, Integer> count(Instant now) {
    Map<Health, Integer> counts = new EnumMap<>(Health.class);
    agents.values().forEach(agent -> counts.merge(agent.health(now), 1, Integer::sum));
    return counts;
  }

  void beginListing() {
    listing = true;
    told.clear();
    omitted = 0;
  }

  void endListing() {
    if (listing) {
      agents.keySet().retainAll(told);
    }
    listing = false;
    everListed = true;
    told.clear();
  }

  void update(AgentId agent, UnaryOperator<AgentEntry> change) {
    String id = agent.value();
    // The first word of an agent in a listing begins its entry anew.
    AgentEntry before = listing && told.add(id) ? null : agents.get(id);
    if (before == null && agents.size() >= MOST_AGENTS && !agents.containsKey(id)) {
      omitted++;
      return;
    }
    AgentEntry after = change.apply(before == null ? AgentEntry.of(agent) : before);
    if (after.isEmpty()) {
      agents.remove(id);
    } else {
      agents.put(id, after);
    }
  }
}
