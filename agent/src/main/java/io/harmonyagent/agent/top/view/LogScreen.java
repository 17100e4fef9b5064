package io.harmonyagent.agent.top.view;

import io.harmonyagent.agent.terminal.Cells;
import io.harmonyagent.agent.terminal.Line;
import io.harmonyagent.agent.terminal.Tone;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The log of a resource, as the device sends it. */
final class LogScreen {
  private LogScreen() {}

  static Sheet sheet(LogKey key, Board board, Sight sight) {
    Optional<LogText> log = board.log().filter(text -> text.key().equals(key));
    List<Row> rows = new ArrayList<>();
    log.ifPresent(
        text -> {
          text.lines().forEach(line -> addWrapped(line, sight.columns() - 1, rows));
          if (!text.end().isEmpty()) {
            rows.add(Row.text(Line.of(" " + text.end(), Tone.BUSY)));
          }
        });
    return new Sheet(
        List.of("fleet", key.agent().value(), key.resource().value(), "log"),
        List.of(),
        rows,
        "asking the device …");
  }

  /** Nobody can scroll sideways, and the end of a line is often what one looks for. */
  private static void addWrapped(String line, int columns, List<Row> rows) {
    String rest = line;
    do {
      String head = Cells.head(rest, columns);
      rows.add(Row.text(Line.of(" " + head)));
      rest = rest.substring(head.length());
    } while (!rest.isEmpty());
  }
}
