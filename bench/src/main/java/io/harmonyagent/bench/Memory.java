package io.harmonyagent.bench;

/**
 * What a process occupies.
 *
 * @param pssBytes its pages, those that it shares counted in part
 * @param anonymousBytes its pages that no file stands behind: they cannot be dropped, only swapped
 */
public record Memory(long pssBytes, long anonymousBytes) {
  /** Reads {@code /proc/…/smaps_rollup}. */
  static Memory parse(String smapsRollup) {
    return new Memory(bytes(smapsRollup, "Pss:"), bytes(smapsRollup, "Anonymous:"));
  }

  private static long bytes(String smapsRollup, String field) {
    return 1024 * ProcFile.number(smapsRollup, field);
  }
}
