package io.harmonyagent.agent.top.view;

import io.harmonyagent.agent.terminal.Line;
import io.harmonyagent.agent.terminal.Tone;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The log of a resource, as the device sends it. */
final class LogScreen {
  private LogScreen() {}

  static Sheet sheet(LogKey key, Board board) {
    Optional<LogText> log = board.log().filter(text -> text.key().equals(key));
    List<Row> rows = new ArrayList<>();
    log.ifPresent(
        text -> {
          text.lines().forEach(line -> rows.add(Row.text(Line.of(" " + line))));
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
}
