package io.harmonyagent.agent.top.view;

import io.harmonyagent.agent.terminal.Tone;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.core.status.ResourceStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The one agent that is looked at closely: its last status, and what its earlier ones say of how it
 * came to that. The agent reports at most once a second, so what was shorter is not seen.
 */
final class AgentDetail {
  private static final int MOST_TRANSITIONS = 500;

  private final AgentId agent;
  private final Deque<Transition> transitions = new ArrayDeque<>();
  private final Map<ResourceId, Instant> began = new HashMap<>();
  private final Map<ResourceId, Duration> took = new HashMap<>();
  private List<Part> parts = List.of();
  private Optional<AgentStatus> status = Optional.empty();

  AgentDetail(AgentId agent) {
    this.agent = agent;
  }

  AgentId agent() {
    return agent;
  }

  Optional<AgentStatus> status() {
    return status;
  }

  Optional<ResourceStatus> resource(ResourceId id) {
    return status.map(s -> s.resources().get(id));
  }

  /** What is wanted in the order of dependencies, then what else the agent speaks of. */
  List<ResourceId> inOrder() {
    Set<ResourceId> all = new LinkedHashSet<>(Part.inOrder(parts));
    status.ifPresent(s -> all.addAll(s.resources().keySet()));
    return new ArrayList<>(all);
  }

  Optional<Part> part(ResourceId id) {
    return parts.stream().filter(part -> part.id().equals(id)).findFirst();
  }

  List<ResourceId> neededBy(ResourceId id) {
    return parts.stream().filter(part -> part.dependsOn().contains(id)).map(Part::id).toList();
  }

  /** The newest first. */
  List<Transition> transitions(ResourceId id) {
    return transitions.stream().filter(t -> t.resource().equals(id)).toList().reversed();
  }

  /** How long the reconcile took that led to the present state, or takes by now. */
  Optional<Duration> took(ResourceId id, Instant now) {
    Instant start = began.get(id);
    return start == null
        ? Optional.ofNullable(took.get(id))
        : Optional.of(Duration.between(start, now));
  }

  void wants(List<Part> wanted) {
    parts = List.copyOf(wanted);
  }

  void says(AgentStatus next) {
    next.resources()
        .forEach(
            (id, resource) ->
                compare(id, status.map(before -> before.resources().get(id)), resource));
    if (status.isPresent()) {
      for (ResourceId id : status.get().resources().keySet()) {
        if (!next.resources().containsKey(id)) {
          began.remove(id);
          took.remove(id);
        }
      }
    }
    status = Optional.of(next);
  }

  private void compare(ResourceId id, Optional<ResourceStatus> before, ResourceStatus now) {
    boolean moved =
        before.isEmpty()
            || !before.get().since().equals(now.since())
            || !before.get().state().wireName().equals(now.state().wireName());
    if (moved) {
      measure(id, now);
      String from = before.map(b -> b.state().wireName() + " → ").orElse("");
      add(
          new Transition(
              now.since(), id, from + now.state().wireName(), States.note(now.state()), tone(now)));
    }
    now.lastDrift()
        .filter(drift -> before.isPresent() && !before.get().lastDrift().equals(now.lastDrift()))
        .ifPresent(
            drift ->
                add(
                    new Transition(
                        drift.at(),
                        id,
                        "drift",
                        drift.what() + "; repaired in " + Ages.millis(drift.repairedInMs()),
                        Tone.BUSY)));
  }

  private void measure(ResourceId id, ResourceStatus now) {
    if (now.state() instanceof ResourceState.Reconciling) {
      began.put(id, now.since());
      return;
    }
    Instant start = began.remove(id);
    if (start == null) {
      took.remove(id);
    } else {
      took.put(id, Duration.between(start, now.since()));
    }
  }

  private static Tone tone(ResourceStatus resource) {
    return States.tone(resource.state());
  }

  private void add(Transition transition) {
    transitions.addLast(transition);
    if (transitions.size() > MOST_TRANSITIONS) {
      transitions.removeFirst();
    }
  }
}
