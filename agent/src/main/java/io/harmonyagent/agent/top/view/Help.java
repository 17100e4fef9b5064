package io.harmonyagent.agent.top.view;

import io.harmonyagent.agent.terminal.Line;
import io.harmonyagent.agent.terminal.Span;
import io.harmonyagent.agent.terminal.Tone;
import java.util.ArrayList;
import java.util.List;

/** What the keys do and what the words mean. It fits a terminal of 80×24. */
final class Help {
  private static final String[][] KEYS = {
    {"↑ ↓  k j", "up and down"},
    {"PgUp PgDn", "a screen up and down; Home and End (g G): to the ends"},
    {"Enter →", "open what is selected"},
    {"Esc ←", "back; where a filter is set, that goes first"},
    {"/", "show only what has a text in it; Enter keeps it, Esc drops it"},
    {"l", "the log of a resource, live"},
    {"s", "order the fleet by trouble or by name"},
    {"f", "failover clusters: who leads, and how it came to that"},
    {"Ctrl-L", "paint the screen anew"},
    {"?", "this help"},
    {"q Ctrl-C", "quit"}
  };

  private static final String[][] WORDS = {
    {"Ready", "all that is wanted is in place"},
    {"Degraded", "a resource failed, or the manifest was rejected"},
    {"Reconciling", "on its way to what is wanted"},
    {"Offline", "no heartbeat for " + Health.LOST_AFTER.toSeconds() + " s"},
    {"Stopped", "no heartbeat, because somebody stopped the agent"},
    {"Unknown", "it has not said how it is"},
    {"GEN", "generation: in place / wanted"},
    {"TOOK", "the last reconcile; runs on while one is under way"}
  };

  private Help() {}

  static List<Line> lines() {
    List<Line> lines = new ArrayList<>();
    lines.add(Line.EMPTY);
    lines.addAll(table(KEYS));
    lines.add(Line.EMPTY);
    lines.addAll(table(WORDS));
    return lines;
  }

  private static List<Line> table(String[][] rows) {
    List<Line> lines = new ArrayList<>();
    Grid grid = new Grid().column("", 12).column("", 0);
    for (String[] row : rows) {
      lines.add(grid.row(List.of(new Span(row[0], Tone.STRONG), Span.of(row[1]))));
    }
    return lines;
  }
}
