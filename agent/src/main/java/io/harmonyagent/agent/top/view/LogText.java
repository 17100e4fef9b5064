package io.harmonyagent.agent.top.view;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last lines of the log that is looked at. */
final class LogText {
  private static final int MOST_LINES = 2_000;
  private static final int LONGEST_LINE = 1_000;

  private final LogKey key;
  private final Deque<String> lines = new ArrayDeque<>();
  private final StringBuilder unfinished = new StringBuilder();
  private String end = "";

  LogText(LogKey key) {
    this.key = key;
  }

  LogKey key() {
    return key;
  }

  List<String> lines() {
    return List.copyOf(lines);
  }

  /** Why nothing more comes; empty while it is followed. */
  String end() {
    return end;
  }

  /** The log is told anew. */
  void restart() {
    lines.clear();
    unfinished.setLength(0);
    end = "";
  }

  void add(String text) {
    int from = 0;
    for (int at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
      append(text, from, at);
      lines.addLast(unfinished.toString());
      unfinished.setLength(0);
      from = at + 1;
      if (lines.size() > MOST_LINES) {
        lines.removeFirst();
      }
    }
    append(text, from, text.length());
  }

  void ended(String why) {
    end = why;
  }

  private void append(String text, int from, int to) {
    int room = LONGEST_LINE - unfinished.length();
    unfinished.append(text, from, Math.min(to, from + Math.max(0, room)));
  }
}
