package io.harmonyagent.failover.systemd;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Names of units on the bus. */
final class Unit {
  private static final String UNITS = "/org/freedesktop/systemd1/unit/";

  private Unit() {}

  /** Every byte that is no letter or digit becomes its number; so does a digit that comes first. */
  static String path(String unit) {
    StringBuilder path = new StringBuilder(UNITS);
    byte[] bytes = unit.getBytes(UTF_8);
    for (int i = 0; i < bytes.length; i++) {
      char letter = (char) (bytes[i] & 0xff);
      boolean plain =
          (letter >= 'a' && letter <= 'z')
              || (letter >= 'A' && letter <= 'Z')
              || (letter >= '0' && letter <= '9' && i > 0);
      if (plain) {
        path.append(letter);
      } else {
        path.append(String.format("_%02x", (int) letter));
      }
    }
    return path.toString();
  }
}
