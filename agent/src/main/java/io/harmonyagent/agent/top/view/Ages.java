package io.harmonyagent.agent.top.view;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** Times and amounts as a person reads them at a glance. */
final class Ages {
  private static final String UNITS = "KMGTP";
  private static final Duration A_DAY = Duration.ofDays(1);

  private Ages() {}

  /** At most four cells: {@code 12s}, {@code 59m}, {@code 23h}, {@code 365d}. */
  static String since(Instant then, Instant now) {
    return brief(Duration.between(then, now));
  }

  /** A device's clock may be ahead of ours; what is not over yet began just now. */
  static String brief(Duration duration) {
    long seconds = Math.max(0, duration.toSeconds());
    if (seconds < 60) {
      return seconds + "s";
    }
    if (seconds < 3_600) {
      return seconds / 60 + "m";
    }
    if (seconds < 86_400) {
      return seconds / 3_600 + "h";
    }
    return seconds / 86_400 + "d";
  }

  /** To the second: {@code 41ms}, {@code 1.2s}, {@code 12s}, {@code 3m04s}, {@code 2h}. */
  static String exact(Duration duration) {
    long seconds = Math.max(0, duration.toSeconds());
    if (seconds < 10) {
      return millis(Math.max(0, duration.toMillis()));
    }
    if (seconds < 60 || seconds >= 3_600) {
      return brief(duration);
    }
    return seconds / 60 + "m" + twoDigits(seconds % 60) + "s";
  }

  static String millis(long milliseconds) {
    if (milliseconds < 1_000) {
      return milliseconds + "ms";
    }
    return milliseconds < 10_000
        ? milliseconds / 1_000 + "." + milliseconds % 1_000 / 100 + "s"
        : exact(Duration.ofMillis(milliseconds));
  }

  /** In UTC, as logs and records have it; without the day if that was within the last one. */
  static String clock(Instant at, Instant now) {
    LocalDateTime time = LocalDateTime.ofInstant(at, ZoneOffset.UTC);
    String hours = twoDigits(time.getHour()) + ":" + twoDigits(time.getMinute());
    if (Duration.between(at, now).compareTo(A_DAY) < 0) {
      return hours + ":" + twoDigits(time.getSecond()) + "Z";
    }
    return twoDigits(time.getMonthValue()) + "-" + twoDigits(time.getDayOfMonth()) + " " + hours;
  }

  /** In binary units, as memory and log segments are counted. */
  static String bytes(long bytes) {
    if (bytes < 1_024) {
      return bytes + " B";
    }
    double amount = bytes;
    int unit = -1;
    while (amount >= 1_024 && unit < UNITS.length() - 1) {
      amount /= 1_024;
      unit++;
    }
    long tenths = Math.round(amount * 10);
    return tenths / 10 + "." + tenths % 10 + " " + UNITS.charAt(unit) + "iB";
  }

  private static String twoDigits(long number) {
    return number < 10 ? "0" + number : Long.toString(number);
  }
}
