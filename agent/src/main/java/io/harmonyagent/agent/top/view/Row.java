package io.harmonyagent.agent.top.view;

import io.harmonyagent.agent.terminal.Line;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One row of a sheet, drawn only where it is in sight.
 *
 * @param opens where the enter key leads from it; rows without it are not selected, only scrolled
 * @param words what a filter looks at
 */
record Row(Optional<Page> opens, String words, Supplier<Line> line) {
  static Row opening(Page page, String words, Supplier<Line> line) {
    return new Row(Optional.of(page), words, line);
  }

  static Row text(Line line) {
    return new Row(Optional.empty(), line.text(), () -> line);
  }

  boolean matches(String filter) {
    return words.toLowerCase(Locale.ROOT).contains(filter.toLowerCase(Locale.ROOT));
  }
}
