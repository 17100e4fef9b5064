package io.harmonyagent.agent.top.view;

import io.harmonyagent.agent.terminal.Line;
import io.harmonyagent.agent.terminal.Span;
import io.harmonyagent.agent.terminal.Tone;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.core.status.ResourceStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One agent: how it is, and its resources, each after what it depends on. */
final class AgentScreen {
  private AgentScreen() {}

  static Sheet sheet(AgentId agent, Board board, Sight sight) {
    Optional<AgentEntry> entry = board.fleet().find(agent);
    AgentDetail detail =
        board.detail().filter(d -> d.agent().equals(agent)).orElseGet(() -> new AgentDetail(agent));
    List<ResourceId> resources = detail.inOrder();
    int longest = resources.stream().mapToInt(id -> id.value().length()).max().orElse(0);
    Grid grid =
        new Grid()
            .column("RESOURCE", Grid.forNames(longest, sight.columns()))
            .column("KIND", 11)
            .column("STATE", 11)
            .column("SINCE", 5)
            .column("TOOK", 6)
            .column("TROUBLE, OR LAST DRIFT", 0);
    List<Line> head = new ArrayList<>();
    head.add(summary(entry, detail, sight.now()));
    detail.status().ifPresent(status -> head.add(about(status)));
    trouble(entry, detail).ifPresent(head::add);
    head.add(Line.EMPTY);
    head.add(grid.header());
    return new Sheet(
        List.of("fleet", agent.value()),
        head,
        resources.stream().map(id -> row(id, detail, grid, sight.now())).toList(),
        detail.status().isPresent() ? "it has no resources" : "it has not said anything yet");
  }

  private static Line summary(Optional<AgentEntry> entry, AgentDetail detail, Instant now) {
    if (entry.isEmpty()) {
      return Line.of(" " + detail.agent() + " is not known to the mesh", Tone.BAD);
    }
    Health health = entry.get().health(now);
    return Line.of(" ")
        .and(health.word(), health.tone())
        .and("   generation " + entry.get().generation())
        .and(
            entry.get().beat().map(at -> "   heartbeat " + Ages.since(at, now) + " ago").orElse(""))
        .and(
            entry
                .get()
                .said()
                .map(d -> "   " + d.readyResources() + " of " + d.resources() + " ready")
                .orElse(""));
  }

  private static Line about(AgentStatus status) {
    String boot = status.bootId();
    return Line.of(
        " version "
            + status.agentVersion()
            + " on "
            + status.arch()
            + "   boot "
            + boot.substring(0, Math.min(8, boot.length()))
            + status.stoppedAt().map(at -> "   stopped at " + at).orElse(""),
        Tone.FAINT);
  }

  private static Optional<Line> trouble(Optional<AgentEntry> entry, AgentDetail detail) {
    Optional<String> rejected =
        detail
            .status()
            .flatMap(AgentStatus::rejected)
            .map(
                r ->
                    " rejected"
                        + r.generation().map(g -> " generation " + g).orElse("")
                        + ": "
                        + r.message());
    return rejected
        .or(() -> entry.map(AgentEntry::trouble).filter(t -> !t.isEmpty()).map(t -> " " + t))
        .map(text -> Line.of(text, Tone.BAD));
  }

  private static Row row(ResourceId id, AgentDetail detail, Grid grid, Instant now) {
    Page page = new Page.OfResource(detail.agent(), id);
    Optional<ResourceStatus> resource = detail.resource(id);
    if (resource.isEmpty()) {
      String kind = detail.part(id).map(Part::kind).orElse("");
      return Row.opening(page, id + " " + kind, () -> grid.row(unseen(id, kind)));
    }
    return Row.opening(
        page,
        id + " " + resource.get().kind() + " " + resource.get().state().wireName(),
        () -> grid.row(seen(id, resource.get(), detail, now)));
  }

  /** Wanted, but the agent has not accepted that manifest yet. */
  private static List<Span> unseen(ResourceId id, String kind) {
    return List.of(
        Span.of(id.value()),
        Span.of(kind),
        new Span("-", Tone.FAINT),
        Span.of("-"),
        Span.of("-"),
        new Span("not accepted yet", Tone.FAINT));
  }

  private static List<Span> seen(
      ResourceId id, ResourceStatus resource, AgentDetail detail, Instant now) {
    ResourceState state = resource.state();
    return List.of(
        Span.of(id.value()),
        Span.of(resource.kind()),
        new Span(state.wireName(), States.tone(state)),
        Span.of(Ages.since(resource.since(), now)),
        Span.of(detail.took(id, now).map(Ages::exact).orElse("-")),
        Span.of(remark(resource, now)));
  }

  private static String remark(ResourceStatus resource, Instant now) {
    String note = States.note(resource.state());
    return note.isEmpty()
        ? resource
            .lastDrift()
            .map(drift -> Ages.since(drift.at(), now) + " ago: " + drift.what())
            .orElse("")
        : note;
  }
}
