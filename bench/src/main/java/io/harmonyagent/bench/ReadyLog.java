package io.harmonyagent.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** What the agent logs when all resources of a generation are in place. */
final class ReadyLog {
  private ReadyLog() {}

  /** Reads a journal in the format {@code short-unix}: seconds, with six digits after the point. */
  static Optional<Instant> readyAt(String journal, long generation) {
    return Pattern.compile(
            "^([0-9]+)\\.([0-9]{6}) .*generation "
                + generation
                + ": all [0-9]+ resources are ready",
            Pattern.MULTILINE)
        .matcher(journal)
        .results()
        .findFirst()
        .map(ReadyLog::instant);
  }

  private static Instant instant(MatchResult time) {
    return Instant.ofEpochSecond(Long.parseLong(time.group(1)))
        .plus(Duration.ofNanos(1000 * Long.parseLong(time.group(2))));
  }
}
