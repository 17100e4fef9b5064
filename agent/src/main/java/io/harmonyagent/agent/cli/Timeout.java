package io.harmonyagent.agent.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code --timeout}, as people write it. */
final class Timeout {
  static final String FORM = "seconds, or 90s, 5m, 1h.";

  private static final Pattern TIME = Pattern.compile("(\\d{1,9})([smh]?)");
  private static final Duration MOST = Duration.ofDays(31);

  private Timeout() {}

  /** Asked for before anything is sent. */
  static Duration of(String text) throws UserError {
    Matcher time = TIME.matcher(text);
    if (time.matches()) {
      long number = Long.parseLong(time.group(1));
      Duration duration =
          switch (time.group(2)) {
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofSeconds(number);
          };
      if (duration.isPositive() && duration.compareTo(MOST) <= 0) {
        return duration;
      }
    }
    throw UserError.badInput(
        "--timeout must be from 1 second to 31 days, written as 90, 90s, 5m or 1h; is '"
            + text
            + "'");
  }
}
