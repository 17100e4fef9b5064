package io.harmonyagent.core.update;

import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The order of versions, as Semantic Versioning has it: numbers by their value, and what stands
 * behind a {@code -} or {@code ~} comes before the version itself. What stands behind a {@code +}
 * is no part of the order.
 */
public final class Versions {
  private static final Pattern FORM = Pattern.compile("([^-~+]*)(?:[-~]([^+]*))?(?:\\+.*)?");
  private static final Pattern NUMBER = Pattern.compile("[0-9]+");

  private Versions() {}

  public static boolean isOlder(String one, String other) {
    return compare(one, other) < 0;
  }

  static int compare(String one, String other) {
    Matcher a = parse(one);
    Matcher b = parse(other);
    int core = compareParts(a.group(1), b.group(1));
    if (core != 0) {
      return core;
    }
    boolean early = a.group(2) != null;
    boolean otherEarly = b.group(2) != null;
    if (early != otherEarly) {
      return early ? -1 : 1;
    }
    return early ? compareParts(a.group(2), b.group(2)) : 0;
  }

  private static Matcher parse(String version) {
    Matcher form = FORM.matcher(version);
    if (!form.matches()) {
      throw new IllegalArgumentException("not a version: " + version);
    }
    return form;
  }

  /** A part that the other does not have is more: 1.0.1 comes after 1.0. */
  private static int compareParts(String one, String other) {
    String[] parts = one.split("\\.", -1);
    String[] others = other.split("\\.", -1);
    for (int i = 0; i < Math.min(parts.length, others.length); i++) {
      int order = comparePart(parts[i], others[i]);
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(parts.length, others.length);
  }

  private static int comparePart(String one, String other) {
    boolean number = NUMBER.matcher(one).matches();
    boolean otherNumber = NUMBER.matcher(other).matches();
    if (number && otherNumber) {
      return new BigInteger(one).compareTo(new BigInteger(other));
    }
    return number == otherNumber ? Integer.signum(one.compareTo(other)) : number ? -1 : 1;
  }
}
