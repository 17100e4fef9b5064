package io.harmonyagent.agent.top.view;

import io.harmonyagent.agent.terminal.Line;
import io.harmonyagent.agent.terminal.Span;
import io.harmonyagent.agent.terminal.Tone;
import java.util.ArrayList;
import java.util.List;

/** Columns of fixed width; the last one takes what is left of the line. */
final class Grid {
  private record Column(String title, int width) {}

  private final List<Column> columns = new ArrayList<>();

  Grid column(String title, int width) {
    columns.add(new Column(title, width));
    return this;
  }

  Line header() {
    return row(columns.stream().map(column -> new Span(column.title(), Tone.FAINT)).toList());
  }

  Line row(List<Span> cells) {
    Line line = Line.of(" ");
    for (int i = 0; i < columns.size(); i++) {
      Span cell = cells.get(i);
      boolean last = i == columns.size() - 1;
      line = last ? line.and(cell) : line.and(cell.fit(columns.get(i).width())).and(" ");
    }
    return line;
  }

  /** Room for the longest of the names, but no more than a part of the line. */
  static int forNames(int longest, int columns) {
    return Math.clamp(longest, 8, Math.max(8, columns * 3 / 10));
  }
}
