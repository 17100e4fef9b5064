package io.harmonyagent.agent.top.view;

import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.Condition;
import io.harmonyagent.core.status.Rejection;
import io.harmonyagent.core.status.ResourceState;

/**
 * What the line of an agent needs of its status. A fleet of a thousand is kept as these: whole
 * statuses would not fit into the heap.
 *
 * @param trouble the first thing that is in the way; empty if nothing is
 */
public record Digest(
    long manifestGeneration,
    long observedGeneration,
    boolean ready,
    boolean degraded,
    boolean stopped,
    int resources,
    int readyResources,
    String trouble) {
  private static final int LONGEST_TROUBLE = 200;

  public static Digest of(AgentStatus status) {
    int ready =
        (int)
            status.resources().values().stream()
                .filter(resource -> resource.state() instanceof ResourceState.Ready)
                .count();
    return new Digest(
        status.manifestGeneration(),
        status.observedGeneration(),
        status.holds(Condition.Type.READY),
        status.holds(Condition.Type.DEGRADED),
        status.stoppedAt().isPresent(),
        status.resources().size(),
        ready,
        shortened(trouble(status)));
  }

  /** Of a status that this version does not understand. */
  public static Digest unreadable(String why) {
    return new Digest(
        0, 0, false, true, false, 0, 0, shortened("its status cannot be read: " + why));
  }

  private static String trouble(AgentStatus status) {
    return message(status, Condition.Type.DEGRADED, true)
        .concat(status.holds(Condition.Type.DEGRADED) ? "" : unfinished(status));
  }

  private static String unfinished(AgentStatus status) {
    return status
        .rejected()
        .map(Rejection::message)
        .orElseGet(() -> message(status, Condition.Type.READY, false));
  }

  private static String message(AgentStatus status, Condition.Type type, boolean holds) {
    return status.conditions().stream()
        .filter(condition -> condition.type() == type && condition.holds() == holds)
        .map(condition -> condition.message().isEmpty() ? condition.reason() : condition.message())
        .findFirst()
        .orElse("");
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST_TROUBLE ? text : text.substring(0, LONGEST_TROUBLE);
  }
}
