package io.harmonyagent.agent.terminal;

/**
 * How many cells of a terminal a text takes. By ranges of Unicode's East Asian Width and by general
 * categories, as terminals do it; where a terminal sees it otherwise, that line looks odd and no
 * other one.
 */
public final class Cells {
  private static final String CUT = "…";
  private static final int REPLACEMENT = 0xFFFD;

  /** First and last of each range that takes two cells. */
  private static final int[] WIDE = {
    0x1100, 0x115F, 0x231A, 0x231B, 0x23E9, 0x23EC, 0x25FD, 0x25FE, 0x2614, 0x2615, 0x2648, 0x2653,
    0x267F, 0x267F, 0x2693, 0x2693, 0x26A1, 0x26A1, 0x26AA, 0x26AB, 0x26BD, 0x26BE, 0x26C4, 0x26C5,
    0x26CE, 0x26CE, 0x26D4, 0x26D4, 0x26EA, 0x26EA, 0x26F2, 0x26F3, 0x26F5, 0x26F5, 0x26FA, 0x26FA,
    0x26FD, 0x26FD, 0x2705, 0x2705, 0x270A, 0x270B, 0x2728, 0x2728, 0x274C, 0x274C, 0x274E, 0x274E,
    0x2753, 0x2755, 0x2757, 0x2757, 0x2795, 0x2797, 0x27B0, 0x27B0, 0x27BF, 0x27BF, 0x2B1B, 0x2B1C,
    0x2B50, 0x2B50, 0x2B55, 0x2B55, 0x2E80, 0x303E, 0x3041, 0x4DBF, 0x4E00, 0xA4CF, 0xA960, 0xA97F,
    0xAC00, 0xD7A3, 0xF900, 0xFAFF, 0xFE10, 0xFE19, 0xFE30, 0xFE6F, 0xFF00, 0xFF60, 0xFFE0, 0xFFE6,
    0x16FE0, 0x18CFF, 0x1AFF0, 0x1B2FF, 0x1F004, 0x1F004, 0x1F0CF, 0x1F0CF, 0x1F18E, 0x1F18E,
    0x1F191, 0x1F19A, 0x1F200, 0x1F320, 0x1F32D, 0x1F335, 0x1F337, 0x1F37C, 0x1F37E, 0x1F393,
    0x1F3A0, 0x1F3CA, 0x1F3CF, 0x1F3D3, 0x1F3E0, 0x1F3F0, 0x1F3F4, 0x1F3F4, 0x1F3F8, 0x1F43E,
    0x1F440, 0x1F440, 0x1F442, 0x1F4FC, 0x1F4FF, 0x1F53D, 0x1F54B, 0x1F54E, 0x1F550, 0x1F567,
    0x1F57A, 0x1F57A, 0x1F595, 0x1F596, 0x1F5A4, 0x1F5A4, 0x1F5FB, 0x1F64F, 0x1F680, 0x1F6C5,
    0x1F6CC, 0x1F6CC, 0x1F6D0, 0x1F6D2, 0x1F6D5, 0x1F6D7, 0x1F6DC, 0x1F6DF, 0x1F6EB, 0x1F6EC,
    0x1F6F4, 0x1F6FC, 0x1F7E0, 0x1F7EB, 0x1F7F0, 0x1F7F0, 0x1F90C, 0x1F93A, 0x1F93C, 0x1F945,
    0x1F947, 0x1F9FF, 0x1FA70, 0x1FAFF, 0x20000, 0x3FFFD
  };

  private Cells() {}

  public static int width(String text) {
    return text.codePoints().map(Cells::width).sum();
  }

  /** Exactly that many cells: filled up with spaces, or cut and marked as cut. */
  public static String fit(String text, int cells) {
    int width = width(text);
    if (width <= cells) {
      return text + " ".repeat(cells - width);
    }
    if (cells <= 0) {
      return "";
    }
    String head = head(text, cells - 1) + CUT;
    return head + " ".repeat(cells - width(head));
  }

  /** As much of its beginning as goes into that many cells. */
  public static String head(String text, int cells) {
    int taken = 0;
    int end = 0;
    while (end < text.length()) {
      int codePoint = text.codePointAt(end);
      taken += width(codePoint);
      if (taken > cells) {
        break;
      }
      end += Character.charCount(codePoint);
    }
    return text.substring(0, end);
  }

  /** Without anything that a terminal would obey: control characters become visible. */
  static String harmless(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (isControl(text.charAt(i))) {
        return text.codePoints()
            .map(c -> isControl(c) ? (c == '\t' || c == '\n' ? ' ' : REPLACEMENT) : c)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
      }
    }
    return text;
  }

  /** Also what turns the writing direction, by which a text can be made to read as another one. */
  private static boolean isControl(int c) {
    return c < 0x20
        || (c >= 0x7F && c < 0xA0)
        || (c >= 0x2028 && c <= 0x202E)
        || (c >= 0x2066 && c <= 0x2069);
  }

  private static int width(int codePoint) {
    if (codePoint < 0x300) {
      return codePoint == 0xAD ? 0 : 1;
    }
    return switch (Character.getType(codePoint)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
      default -> isWide(codePoint) ? 2 : 1;
    };
  }

  private static boolean isWide(int codePoint) {
    int low = 0;
    int high = WIDE.length / 2 - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (codePoint < WIDE[2 * middle]) {
        high = middle - 1;
      } else if (codePoint > WIDE[2 * middle + 1]) {
        low = middle + 1;
      } else {
        return true;
      }
    }
    return false;
  }
}
