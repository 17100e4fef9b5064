package io.harmonyagent.agent.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Rows of text in columns. A cell is one line, whatever is in it. */
final class Table {
  static final int SCREEN = 80;

  /** A column that is narrower than this is no help; then the screen may wrap it. */
  private static final int NARROWEST = 12;

  /** The last column is the one with sentences in it. */
  private static final int NARROWEST_LAST = 20;

  private static final String GAP = "  ";
  private static final Pattern BREAKS = Pattern.compile("[\\r\\n\\t]+");

  private Table() {}

  static String align(List<List<String>> rows) {
    return align(rows, Integer.MAX_VALUE);
  }

  /** The same within 80 columns: what is too long for its column goes on below itself. */
  static String fit(List<List<String>> rows) {
    return align(rows, SCREEN);
  }

  private static String align(List<List<String>> rows, int screen) {
    if (rows.isEmpty()) {
      return "";
    }
    List<List<String>> cells =
        rows.stream().map(row -> row.stream().map(Table::oneLine).toList()).toList();
    int[] widths = narrowed(widths(cells), screen);
    StringBuilder text = new StringBuilder();
    for (List<String> row : cells) {
      append(row, widths, text);
    }
    return text.toString().stripTrailing();
  }

  private static String oneLine(String cell) {
    return BREAKS.matcher(cell).replaceAll(" ");
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

  /**
   * The last column gives way first, then the widest; the first one has the names, so it is last.
   */
  private static int[] narrowed(int[] widths, int screen) {
    int last = widths.length - 1;
    int needed = Math.min(NARROWEST_LAST, widths[last]);
    int widest = widest(widths);
    while (before(widths) + needed > screen && widths[widest] > NARROWEST) {
      widths[widest]--;
      widest = widest(widths);
    }
    widths[last] = Math.max(needed, Math.min(widths[last], screen - before(widths)));
    return widths;
  }

  /** Of those between the first and the last; the first where none of them can give way. */
  private static int widest(int[] widths) {
    int widest = 0;
    for (int i = 1; i < widths.length - 1; i++) {
      boolean wider = widest == 0 || widths[i] > widths[widest];
      widest = widths[i] > NARROWEST && wider ? i : widest;
    }
    return widest;
  }

  private static int before(int[] widths) {
    int before = 0;
    for (int i = 0; i < widths.length - 1; i++) {
      before += widths[i] + GAP.length();
    }
    return before;
  }

  private static void append(List<String> row, int[] widths, StringBuilder text) {
    List<List<String>> parts = new ArrayList<>();
    int height = 1;
    for (int i = 0; i < widths.length; i++) {
      parts.add(wrap(row.get(i), widths[i]));
      height = Math.max(height, parts.get(i).size());
    }
    for (int y = 0; y < height; y++) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String part = y < parts.get(i).size() ? parts.get(i).get(y) : "";
        line.append(part).repeat(" ", widths[i] - part.length()).append(GAP);
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
  }

  /** At spaces or after commas where there are any; a word that is longer than a line is cut. */
  static List<String> wrap(String text, int width) {
    List<String> lines = new ArrayList<>();
    String rest = text;
    while (rest.length() > width) {
      int end = Math.max(rest.lastIndexOf(' ', width), rest.lastIndexOf(',', width - 1) + 1);
      end = end > 0 ? end : width;
      lines.add(rest.substring(0, end).stripTrailing());
      rest = rest.substring(end).stripLeading();
    }
    lines.add(rest);
    return lines;
  }
}
