package io.harmonyagent.core.manifest;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.document.Place;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Values that specs are made of: durations, sizes, words of a list. */
public final class SpecValues {
  private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(ms|s|m|h)");
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,15})(Ki|Mi|Gi|K|M|G)?");

  private SpecValues() {}

  static Duration duration(Fields in, String key, Duration whenAbsent, Duration longest)
      throws InvalidDocument {
    Optional<String> text = in.optionalText(key);
    if (text.isEmpty()) {
      return whenAbsent;
    }
    Matcher form = DURATION.matcher(text.get());
    if (!form.matches()) {
      throw in.invalid(key, "must be like 500ms, 30s, 5m or 1h, is '" + text.get() + "'");
    }
    long count = Long.parseLong(form.group(1));
    Duration duration =
        switch (form.group(2)) {
          case "ms" -> Duration.ofMillis(count);
          case "s" -> Duration.ofSeconds(count);
          case "m" -> Duration.ofMinutes(count);
          default -> Duration.ofHours(count);
        };
    if (duration.compareTo(longest) > 0) {
      throw in.invalid(
          key, "must be at most " + longest.toMinutes() + "m, is '" + text.get() + "'");
    }
    return duration;
  }

  /** Like {@link #duration}, but nothing that takes no time at all. */
  public static Duration time(Fields in, String key, Duration whenAbsent, Duration longest)
      throws InvalidDocument {
    Duration duration = duration(in, key, whenAbsent, longest);
    if (duration.isZero()) {
      throw in.invalid(key, "must be longer than nothing");
    }
    return duration;
  }

  /** A size as a text with a unit, or as a number of bytes. */
  public static Optional<Long> size(Fields in, String key, long smallest) throws InvalidDocument {
    if (in.raw(key).isPresent() && in.raw(key).get() instanceof Node.Numeral) {
      return Optional.of(atLeast(in, key, in.integer(key), smallest));
    }
    Optional<String> text = in.optionalText(key);
    return text.isEmpty()
        ? Optional.empty()
        : Optional.of(atLeast(in, key, bytes(in, key, text.get()), smallest));
  }

  static long bytes(Fields in, String key, String text) throws InvalidDocument {
    Matcher form = SIZE.matcher(text);
    if (!form.matches()) {
      throw in.invalid(key, "must be like 64Mi, 1Gi, 500M or a number of bytes, is '" + text + "'");
    }
    long unit =
        switch (form.group(2) == null ? "" : form.group(2)) {
          case "Ki" -> 1L << 10;
          case "Mi" -> 1L << 20;
          case "Gi" -> 1L << 30;
          case "K" -> 1_000L;
          case "M" -> 1_000_000L;
          case "G" -> 1_000_000_000L;
          default -> 1L;
        };
    try {
      return Math.multiplyExact(Long.parseLong(form.group(1)), unit);
    } catch (ArithmeticException e) {
      throw in.invalid(key, "is more than any device has: " + text);
    }
  }

  private static long atLeast(Fields in, String key, long bytes, long smallest)
      throws InvalidDocument {
    if (bytes < smallest) {
      throw in.invalid(
          key, "must be at least " + smallest + " bytes, is " + bytes + "; is its unit missing?");
    }
    return bytes;
  }

  /** A number with decimals, in thousandths. */
  public static Optional<Long> thousandths(Fields in, String key, long most)
      throws InvalidDocument {
    Optional<Node> node = in.raw(key).filter(n -> !(n instanceof Node.Nothing));
    if (node.isEmpty()) {
      return Optional.empty();
    }
    if (!(node.get() instanceof Node.Numeral(var _, String literal))) {
      throw in.invalid(key, "must be a number, is " + node.get().kind());
    }
    BigDecimal value = new BigDecimal(literal);
    if (value.compareTo(new BigDecimal("0.01")) < 0 || value.compareTo(new BigDecimal(most)) > 0) {
      throw in.invalid(key, "must be from 0.01 to " + most + ", is " + literal);
    }
    return Optional.of(value.movePointRight(3).setScale(0, RoundingMode.HALF_UP).longValueExact());
  }

  /** What {@link #thousandths} reads as this number. */
  static Node decimal(long thousandths) {
    return new Node.Numeral(Place.NOWHERE, BigDecimal.valueOf(thousandths, 3).toPlainString());
  }

  /** One of the words of an enum, written in lower case with hyphens. */
  static <E extends Enum<E>> Optional<E> word(Fields in, String key, E[] words)
      throws InvalidDocument {
    Optional<String> text = in.optionalText(key);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    for (E word : words) {
      if (wireName(word).equals(text.get())) {
        return Optional.of(word);
      }
    }
    String all = Arrays.stream(words).map(SpecValues::wireName).collect(Collectors.joining(", "));
    throw in.invalid(key, "must be one of " + all + ", is '" + text.get() + "'");
  }

  private static String wireName(Enum<?> word) {
    return word.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
