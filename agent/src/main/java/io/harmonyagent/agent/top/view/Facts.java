package io.harmonyagent.agent.top.view;

import io.harmonyagent.agent.terminal.Cells;
import io.harmonyagent.agent.terminal.Line;
import io.harmonyagent.agent.terminal.Span;
import io.harmonyagent.agent.terminal.Tone;
import java.util.ArrayList;
import java.util.List;

/** Names and what they stand for, in two columns; long values go on below themselves. */
final class Facts {
  private static final int NAME_CELLS = 12;
  private static final int MOST_LINES = 12;

  private final int columns;
  private final List<Row> rows = new ArrayList<>();

  Facts(int columns) {
    this.columns = columns;
  }

  void fact(String name, String value) {
    fact(name, value, Tone.PLAIN);
  }

  /** Nothing where there is no value. */
  void fact(String name, String value, Tone tone) {
    String heading = name;
    for (String piece : pieces(value, Math.max(10, columns - NAME_CELLS - 2))) {
      rows.add(
          Row.text(Line.of(" " + Cells.fit(heading, NAME_CELLS), Tone.FAINT).and(piece, tone)));
      heading = "";
    }
  }

  /** A value that is drawn, not written. */
  void line(String name, Line value) {
    Line line = Line.of(" " + Cells.fit(name, NAME_CELLS), Tone.FAINT);
    for (Span span : value.spans()) {
      line = line.and(span);
    }
    rows.add(Row.text(line));
  }

  List<Row> rows() {
    return List.copyOf(rows);
  }

  /** Broken at spaces where there are some. */
  static List<String> pieces(String text, int cells) {
    List<String> pieces = new ArrayList<>();
    String rest = text.strip();
    while (!rest.isEmpty() && pieces.size() < MOST_LINES) {
      String head = Cells.head(rest, cells);
      if (head.length() < rest.length()) {
        int space = head.lastIndexOf(' ');
        head = space > 0 ? head.substring(0, space) : head;
      }
      if (head.isEmpty()) {
        break;
      }
      pieces.add(head);
      rest = rest.substring(head.length()).strip();
    }
    return pieces;
  }
}
