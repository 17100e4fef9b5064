package io.harmonyagent.agent.cli;

import java.time.Duration;
import java.time.Instant;

/** How long something took or is past, short enough for a column: {@code 41ms 9s 12m 3h 5d}. */
final class Ago {
  private Ago() {}

  /** Clocks differ between machines: what seems to lie ahead is now. */
  static String since(Instant then, Instant now) {
    Duration past = Duration.between(then, now);
    return past.isNegative() ? "0s" : brief(past);
  }

  static String brief(Duration d) {
    if (d.toDays() > 1) {
      return d.toDays() + "d";
    }
    if (d.toHours() > 1) {
      return d.toHours() + "h";
    }
    if (d.toMinutes() > 1) {
      return d.toMinutes() + "m";
    }
    return d.toSeconds() + "s";
  }

  /** For what was waited for: tenths of seconds matter there. */
  static String exact(Duration d) {
    return "%.1f s".formatted(d.toMillis() / 1000.0);
  }
}
