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
}
