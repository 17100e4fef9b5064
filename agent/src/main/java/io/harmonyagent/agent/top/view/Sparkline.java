package io.harmonyagent.agent.top.view;

import io.harmonyagent.agent.terminal.Line;
import io.harmonyagent.agent.terminal.Tone;
import java.time.Duration;
import java.util.List;

/**
 * Heartbeats in one line: each bar is the time from one renewal to the next, and a full one is as
 * long as the lease lasts. So a healthy cluster is a low, even line.
 */
final class Sparkline {
  private static final String BARS = "▁▂▃▄▅▆▇█";

  private Sparkline() {}

  /** Red from the gap on at which the holder itself gives up. */
  static Line of(List<Duration> gaps, Duration full, Duration tooLong) {
    Line line = Line.EMPTY;
    for (Duration gap : gaps) {
      double part = (double) gap.toMillis() / Math.max(1, full.toMillis());
      int level = Math.clamp((long) (part * BARS.length()), 0, BARS.length() - 1);
      Tone tone = gap.compareTo(tooLong) > 0 ? Tone.BAD : Tone.GOOD;
      line = line.and(BARS.substring(level, level + 1), tone);
    }
    return line;
  }
}
