package io.harmonyagent.agent.top.view;

import io.harmonyagent.agent.terminal.Line;
import io.harmonyagent.agent.terminal.Span;
import io.harmonyagent.agent.terminal.Tone;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** One line an agent, and how many are how. */
final class FleetScreen {
  /** Always told, also when there are none: an operator looks for these three. */
  private static final List<Health> ALWAYS = List.of(Health.READY, Health.DEGRADED, Health.OFFLINE);

  private static final List<Health> IF_ANY =
      List.of(Health.RECONCILING, Health.UNKNOWN, Health.STOPPED);

  private FleetScreen() {}

  static Sheet sheet(Board board, Sight sight) {
    Fleet fleet = board.fleet();
    List<AgentEntry> agents = new ArrayList<>(fleet.agents());
    if (sight.order() == Sight.Order.TROUBLE) {
      agents.sort(Comparator.comparing(agent -> agent.health(sight.now())));
    }
    int longest = agents.stream().mapToInt(agent -> agent.id().value().length()).max().orElse(0);
    Grid grid =
        new Grid()
            .column("AGENT", Grid.forNames(longest, sight.columns()))
            .column("STATE", 11)
            .column("GEN", 7)
            .column("BEAT", 4)
            .column("READY", 5)
            .column("TROUBLE", 0);
    return new Sheet(
        List.of("fleet"),
        List.of(counts(fleet, sight.now()), Line.EMPTY, grid.header()),
        agents.stream().map(agent -> row(agent, grid, sight.now())).toList(),
        ifEmpty(board));
  }

  /** A fleet that cannot be read must not look like one that takes its time. */
  private static String ifEmpty(Board board) {
    if (board.fleet().isListed()) {
      return "no agent has been heard of yet";
    }
    return board.remark().isEmpty() ? "reading the fleet …" : board.remark();
  }

  private static Line counts(Fleet fleet, Instant now) {
    Map<Health, Integer> counts = fleet.count(now);
    int all = fleet.agents().size();
    Line line = Line.of(" " + all + (all == 1 ? " agent" : " agents"), Tone.STRONG);
    for (Health health : ALWAYS) {
      line = count(line, health, counts.getOrDefault(health, 0));
    }
    for (Health health : IF_ANY) {
      if (counts.containsKey(health)) {
        line = count(line, health, counts.getOrDefault(health, 0));
      }
    }
    return fleet.hasOmitted()
        ? line.and("   more than " + Fleet.MOST_AGENTS + " are there", Tone.BAD)
        : line;
  }

  private static Line count(Line line, Health health, int count) {
    return line.and("   ")
        .and(count + " " + health.word(), count == 0 ? Tone.FAINT : health.tone());
  }

  private static Row row(AgentEntry agent, Grid grid, Instant now) {
    Health health = agent.health(now);
    return Row.opening(
        new Page.OfAgent(agent.id()),
        agent.id() + " " + health.word() + " " + agent.trouble(),
        () ->
            grid.row(
                List.of(
                    Span.of(agent.id().value()),
                    new Span(health.word(), health.tone()),
                    Span.of(agent.generation()),
                    Span.of(agent.beat().map(at -> Ages.since(at, now)).orElse("-")),
                    Span.of(
                        agent
                            .said()
                            .map(d -> d.readyResources() + "/" + d.resources())
                            .orElse("-")),
                    Span.of(agent.trouble()))));
  }
}
