package io.harmonyagent.bench;

/** Files of {@code /proc} that have one {@code name: value} a line. */
final class ProcFile {
  private ProcFile() {}

  /** The number that stands after a field's name, without its unit. */
  static long number(String text, String field) {
    return text.lines()
        .filter(line -> line.startsWith(field))
        .map(line -> line.substring(field.length()).strip().split(" ", 2)[0])
        .map(Long::parseLong)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no " + field + " in: " + text));
  }
}
