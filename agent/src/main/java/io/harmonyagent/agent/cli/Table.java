package io.harmonyagent.agent.cli;

import java.util.ArrayList;
import java.util.List;

/** Rows of text in columns. */
final class Table {
  private static final int SCREEN = 80;

  /** A last column that is narrower than this is no help; then the screen may wrap it. */
  private static final int NARROWEST = 20;

  private static final String GAP = "  ";

  private Table() {}

  static String align(List<List<String>> rows) {
    return align(rows, Integer.MAX_VALUE);
  }

  /** The same within 80 columns: what is too long in the last column goes on below itself. */
  static String fit(List<List<String>> rows) {
    return align(rows, SCREEN);
  }

  private static String align(List<List<String>> rows, int screen) {
    int[] widths = widths(rows);
    int before = 0;
    for (int i = 0; i < widths.length - 1; i++) {
      before += widths[i] + GAP.length();
    }
    int last = Math.max(NARROWEST, screen - before);
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.size() - 1; i++) {
        line.append(row.get(i)).repeat(" ", widths[i] - row.get(i).length()).append(GAP);
      }
      List<String> parts = wrap(row.getLast(), last);
      for (int i = 0; i < parts.size(); i++) {
        String left = i == 0 ? line.toString() : " ".repeat(before);
        text.append((left + parts.get(i)).stripTrailing()).append('\n');
      }
    }
    return text.toString().stripTrailing();
  }

  private static int[] widths(List<List<String>> rows) {
    int[] widths = new int[rows.getFirst().size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return widths;
  }

  /** At spaces where there are any; a word that is longer than a line is cut. */
  static List<String> wrap(String text, int width) {
    List<String> lines = new ArrayList<>();
    String rest = text;
    while (rest.length() > width) {
      int space = rest.lastIndexOf(' ', width);
      int end = space > 0 ? space : width;
      lines.add(rest.substring(0, end).stripTrailing());
      rest = rest.substring(end).stripLeading();
    }
    lines.add(rest);
    return lines;
  }
}
