package io.harmonyagent.failover.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The story of one run for people, bounded: the beginning is forgotten first. */
final class Timeline {
  private static final int LINES_MAX = 4_000;

  private final Deque<String> lines = new ArrayDeque<>();

  void line(long nowUs, String who, String what) {
    if (lines.size() == LINES_MAX) {
      lines.removeFirst();
    }
    lines.addLast("%s  %-8s %s".formatted(time(nowUs), who, what));
  }

  List<String> last(int count) {
    return lines.stream().skip(Math.max(0, lines.size() - count)).toList();
  }

  static String time(long us) {
    long ms = us / 1_000;
    return "%d:%02d:%02d.%03d"
        .formatted(ms / 3_600_000, ms / 60_000 % 60, ms / 1_000 % 60, ms % 1_000);
  }

  static String span(long us) {
    return us / 1_000 + " ms";
  }
}
