package io.harmonyagent.agent.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** All that a terminal shows: as many lines as it has rows, none longer than it is wide. */
public record Picture(Size size, List<Line> lines) {
  public Picture {
    List<Line> exact = new ArrayList<>();
    for (Line line : lines.subList(0, Math.min(lines.size(), size.rows()))) {
      exact.add(line.within(size.columns()));
    }
    while (exact.size() < size.rows()) {
      exact.add(Line.EMPTY);
    }
    lines = List.copyOf(exact);
  }

  /** Without tones, and without the spaces at the ends of lines. */
  public String text() {
    return lines.stream()
        .map(line -> line.text().stripTrailing())
        .collect(Collectors.joining("\n"))
        .stripTrailing();
  }
}
