package io.harmonyagent.agent.top.view;

import io.harmonyagent.agent.terminal.Line;
import java.util.List;

/**
 * What a screen has to show, whatever the terminal's height.
 *
 * @param path where we are, the fleet first
 * @param head always in sight, above the rows
 * @param ifEmpty said where there are no rows
 */
record Sheet(List<String> path, List<Line> head, List<Row> rows, String ifEmpty) {
  Sheet filtered(String filter) {
    return filter.isEmpty()
        ? this
        : new Sheet(
            path,
            head,
            rows.stream().filter(row -> row.matches(filter)).toList(),
            "nothing here has '" + filter + "' in it");
  }
}
