package io.harmonyagent.agent.top.view;

import io.harmonyagent.agent.terminal.Line;
import io.harmonyagent.agent.terminal.Tone;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.status.ResourceDetails;
import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.core.status.ResourceStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** All that is known of one resource, and what happened to it. */
final class ResourceScreen {
  private ResourceScreen() {}

  static Sheet sheet(AgentId agent, ResourceId id, Board board, Sight sight) {
    AgentDetail detail =
        board.detail().filter(d -> d.agent().equals(agent)).orElseGet(() -> new AgentDetail(agent));
    Facts facts = new Facts(sight.columns());
    detail
        .resource(id)
        .ifPresentOrElse(
            resource -> describe(id, resource, detail, facts, sight.now()),
            () -> facts.fact("state", "the agent does not speak of it", Tone.FAINT));
    related(id, detail, facts);
    List<Row> rows = new ArrayList<>(facts.rows());
    rows.addAll(events(detail.transitions(id), sight));
    return new Sheet(List.of("fleet", agent.value(), id.value()), List.of(), rows, "");
  }

  private static void describe(
      ResourceId id, ResourceStatus resource, AgentDetail detail, Facts facts, Instant now) {
    ResourceState state = resource.state();
    facts.fact("state", state.wireName(), States.tone(state));
    facts.fact("kind", resource.kind());
    facts.fact(
        "since",
        Ages.clock(resource.since(), now) + ", " + Ages.since(resource.since(), now) + " ago");
    detail.took(id, now).ifPresent(took -> facts.fact("took", Ages.exact(took)));
    state(state, facts, now);
    resource
        .lastDrift()
        .ifPresent(
            drift ->
                facts.fact(
                    "last drift",
                    Ages.clock(drift.at(), now)
                        + ": "
                        + drift.what()
                        + "; repaired in "
                        + Ages.millis(drift.repairedInMs())));
  }

  private static void state(ResourceState state, Facts facts, Instant now) {
    switch (state) {
      case ResourceState.Ready(ResourceDetails details) -> details(details, facts);
      case ResourceState.Failed failed -> {
        facts.fact("error", failed.error().code(), Tone.BAD);
        facts.fact("", failed.error().message());
        facts.fact("attempts", Integer.toString(failed.attempts()));
        facts.fact("next try", "in " + Ages.since(now, failed.retryAfter()));
      }
      case ResourceState.Blocked blocked -> facts.fact("waits for", blocked.waitingFor());
      case ResourceState.Reconciling reconciling -> facts.fact("doing", reconciling.doing());
      case ResourceState.UnknownResource _ ->
          facts.fact("error", "this version of the agent does not know the kind", Tone.BAD);
      case ResourceState.Pending _, ResourceState.Deleting _ -> {}
    }
  }

  private static void details(ResourceDetails details, Facts facts) {
    switch (details) {
      case ResourceDetails.FileDetails file -> {
        facts.fact("path", file.path());
        facts.fact("sha256", file.sha256());
        facts.fact("size", file.size() + " bytes");
      }
      case ResourceDetails.UnitDetails unit -> {
        facts.fact("unit", unit.activeState() + " (" + unit.subState() + ")");
        facts.fact("unit file", unit.unitFileState());
        facts.fact("main pid", unit.mainPid().map(String::valueOf).orElse(""));
        facts.fact("restarts", Long.toString(unit.restarts()));
      }
      case ResourceDetails.ContainerDetails container -> {
        facts.fact("container", container.containerId());
        facts.fact("image", container.imageDigest());
        facts.fact("health", container.health());
        facts.fact("restarts", Long.toString(container.restarts()));
      }
      case ResourceDetails.SiteDetails site -> {
        facts.fact("cluster", site.cluster());
        facts.fact("site", site.site() + ", " + site.role());
        facts.fact("leader", site.leader().orElse("nobody") + ", epoch " + site.epoch());
        facts.fact("lag", site.lagBytes().map(Ages::bytes).orElse("not known"));
        facts.fact("fenced", site.fenced() ? "PostgreSQL accepts no writes" : "");
        facts.fact("last change", site.lastTransition().orElse(""));
      }
    }
  }

  private static void related(ResourceId id, AgentDetail detail, Facts facts) {
    detail.part(id).ifPresent(part -> facts.fact("depends on", names(part.dependsOn())));
    facts.fact("needed by", names(detail.neededBy(id)));
  }

  private static String names(List<ResourceId> ids) {
    return ids.stream().map(ResourceId::value).collect(Collectors.joining(", "));
  }

  private static List<Row> events(List<Transition> transitions, Sight sight) {
    List<Row> rows = new ArrayList<>();
    rows.add(Row.text(Line.EMPTY));
    rows.add(Row.text(Line.of(" EVENTS, the newest first", Tone.FAINT)));
    for (Transition event : transitions) {
      rows.addAll(event(event, sight));
    }
    return rows;
  }

  /** What there is to say of it goes on below itself. */
  private static List<Row> event(Transition event, Sight sight) {
    Line line =
        Line.of(" " + Ages.clock(event.at(), sight.now()) + "  ", Tone.FAINT)
            .and(event.what(), event.tone())
            .and("  ");
    int room = Math.max(20, sight.columns() - line.width());
    List<Row> rows = new ArrayList<>();
    for (String piece : Facts.pieces(event.note(), room)) {
      rows.add(Row.text(line.and(piece)));
      line = Line.of(" ".repeat(line.width()));
    }
    return rows.isEmpty() ? List.of(Row.text(line)) : rows;
  }
}
