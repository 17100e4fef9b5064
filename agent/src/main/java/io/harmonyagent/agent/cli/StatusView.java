package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.Condition;
import io.harmonyagent.core.status.Conditions;
import io.harmonyagent.core.status.ResourceDetails;
import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.core.status.ResourceStatus;
import io.harmonyagent.core.status.StatusReader;
import io.harmonyagent.core.status.StatusWriter;
import io.harmonyagent.core.status.UpdateStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A status as it is printed; {@code document} is the one that it was read from. */
record StatusView(AgentStatus status, Node document) implements View {
  private static final int SHORT_ID = 12;

  StatusView(AgentStatus status) {
    this(status, StatusWriter.toNode(status));
  }

  static StatusView of(Node document) throws InvalidDocument {
    return new StatusView(StatusReader.read(document), document);
  }

  /** How a command ends that shows it. What a stopped agent left in place nobody keeps there. */
  int exitCode() {
    return status.holds(Condition.Type.READY) && status.stoppedAt().isEmpty()
        ? ExitCode.OK
        : ExitCode.FAILED;
  }

  @Override
  public Node node() {
    return document;
  }

  @Override
  public List<String> names() {
    return status.resources().keySet().stream().map(ResourceId::value).toList();
  }

  @Override
  public String table(boolean wide) {
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
    String heading = heading(status);
    if (!wide) {
      heading =
          heading
              .lines()
              .flatMap(l -> Table.wrap(l, Table.SCREEN).stream())
              .collect(Collectors.joining("\n"));
    }
    return rows.size() == 1
        ? heading
        : heading + "\n" + (wide ? Table.align(rows) : Table.fit(rows));
  }

  private static String heading(AgentStatus status) {
    String rejected = status.rejected().map(r -> "\nrejected: " + r.message()).orElse("");
    return summary(status)
        + configuration(status)
        + rejected
        + status.update().map(StatusView::update).orElse("");
  }

  private static String configuration(AgentStatus status) {
    return status.conditions().stream()
        .filter(c -> c.holds() && c.reason().equals(Conditions.CONFIGURATION_REJECTED))
        .map(c -> "\nconfiguration: " + c.message())
        .collect(Collectors.joining());
  }

  /** In one line. */
  static String summary(AgentStatus status) {
    String conditions =
        status.conditions().stream()
            .filter(Condition::holds)
            .map(c -> c.type().wireName())
            .collect(Collectors.joining(", "));
    return status.agentId()
        + "  generation "
        + status.observedGeneration()
        + " of "
        + status.manifestGeneration()
        + "  "
        + (conditions.isEmpty() ? "not Ready" : conditions)
        + status.stoppedAt().map(at -> "  stopped at " + at).orElse("");
  }

  private static String update(UpdateStatus update) {
    return update.artifact().isEmpty()
        ? ""
        : "\nupdate to %s: %s%s"
            .formatted(
                update.version(),
                update.state().wireName(),
                update.reason().isEmpty() ? "" : ", " + update.reason() + ": " + update.message());
  }

  private static String detail(ResourceStatus resource) {
    String now =
        switch (resource.state()) {
          case ResourceState.Ready(ResourceDetails.FileDetails file) -> file.path();
          case ResourceState.Ready(ResourceDetails.UnitDetails unit) ->
              unit.activeState() + " (" + unit.subState() + ")";
          case ResourceState.Ready(ResourceDetails.ContainerDetails container) ->
              container(container);
          case ResourceState.Ready(ResourceDetails.SiteDetails site) ->
              site.role() + " in epoch " + site.epoch();
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
