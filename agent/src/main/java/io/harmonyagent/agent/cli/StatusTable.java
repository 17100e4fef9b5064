package io.harmonyagent.agent.cli;

import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.Condition;
import io.harmonyagent.core.status.ResourceDetails;
import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.core.status.ResourceStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A status as a person reads it. */
final class StatusTable {
  private static final int SHORT_ID = 12;

  private StatusTable() {}

  static String of(AgentStatus status) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("RESOURCE", "KIND", "STATE", "DETAIL"));
    status
        .resources()
        .forEach(
            (id, resource) ->
                rows.add(
                    List.of(
                        id.value(),
                        resource.kind(),
                        resource.state().wireName(),
                        detail(resource))));
    return heading(status) + (rows.size() > 1 ? "\n" + Table.align(rows) : "");
  }

  private static String heading(AgentStatus status) {
    String conditions =
        status.conditions().stream()
            .filter(Condition::holds)
            .map(c -> c.type().wireName())
            .collect(Collectors.joining(", "));
    String rejected = status.rejected().map(r -> "\nrejected: " + r.message()).orElse("");
    return status.agentId()
        + "  generation "
        + status.observedGeneration()
        + " of "
        + status.manifestGeneration()
        + "  "
        + (conditions.isEmpty() ? "not Ready" : conditions)
        + status.stoppedAt().map(at -> "  stopped at " + at).orElse("")
        + rejected;
  }

  private static String detail(ResourceStatus resource) {
    String now =
        switch (resource.state()) {
          case ResourceState.Ready(ResourceDetails.FileDetails file) -> file.path();
          case ResourceState.Ready(ResourceDetails.UnitDetails unit) ->
              unit.activeState() + " (" + unit.subState() + ")";
          case ResourceState.Ready(ResourceDetails.ContainerDetails container) ->
              container(container);
          case ResourceState.Failed failed ->
              failed.error().code() + ": " + failed.error().message();
          case ResourceState.Blocked blocked -> "waits for " + blocked.waitingFor();
          case ResourceState.UnknownResource _ -> "this version does not know the kind";
          case ResourceState.Reconciling reconciling -> reconciling.doing();
          case ResourceState.Pending _, ResourceState.Deleting _ -> "";
        };
    return now
        + resource
            .lastDrift()
            .map(
                drift ->
                    " (drift at "
                        + drift.at()
                        + ": "
                        + drift.what()
                        + "; repaired in "
                        + drift.repairedInMs()
                        + " ms)")
            .orElse("");
  }

  private static String container(ResourceDetails.ContainerDetails container) {
    String id = container.containerId();
    return id.substring(0, Math.min(SHORT_ID, id.length()))
        + (container.health().equals("none") ? "" : ", " + container.health())
        + (container.restarts() == 0 ? "" : ", restarts: " + container.restarts());
  }
}
