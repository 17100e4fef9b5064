package io.harmonyagent.reconcilers.systemdunit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.HexFormat;

/** The path of a unit's object on the bus, in which all but letters and digits is escaped. */
final class UnitPath {
  private static final int HEX = 16;

  private UnitPath() {}

  /** The path of a unit's object, also of one that is not loaded yet. */
  static String of(String name) {
    StringBuilder path = new StringBuilder(SystemdBus.UNITS);
    byte[] bytes = name.getBytes(UTF_8);
    for (int i = 0; i < bytes.length; i++) {
      char letter = (char) (bytes[i] & 0xff);
      boolean digit = letter >= '0' && letter <= '9';
      boolean plain = letter < 128 && Character.isLetter(letter);
      if (plain || (digit && i > 0)) {
        path.append(letter);
      } else {
        path.append('_').append(HexFormat.of().toHexDigits((byte) letter));
      }
    }
    return path.toString();
  }

  /** The unit's name; empty for the path of something else. */
  static String nameOf(String path) {
    if (!path.startsWith(SystemdBus.UNITS)) {
      return "";
    }
    ByteArrayOutputStream name = new ByteArrayOutputStream();
    for (int i = SystemdBus.UNITS.length(); i < path.length(); i++) {
      char letter = path.charAt(i);
      if (letter == '_' && i + 2 < path.length()) {
        int high = Character.digit(path.charAt(i + 1), HEX);
        int low = Character.digit(path.charAt(i + 2), HEX);
        name.write(high * HEX + low);
        i += 2;
      } else {
        name.write(letter);
      }
    }
    return name.toString(UTF_8);
  }
}
