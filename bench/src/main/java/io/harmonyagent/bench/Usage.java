package io.harmonyagent.bench;

import java.time.Duration;

/** What a process has used since it started. */
public record Usage(Duration cpu, long diskBytes) {
  /** The kernel tells times in ticks of this length, whatever its own are. */
  private static final Duration TICK = Duration.ofMillis(10);

  // Counted from the field after the name.
  private static final int USER_TICKS = 11;
  private static final int SYSTEM_TICKS = 12;

  /** Reads {@code /proc/…/stat} and {@code /proc/…/io}. */
  static Usage parse(String stat, String io) {
    // The second field is the program's name, in parentheses, and may itself have some.
    String[] afterName = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    long ticks = Long.parseLong(afterName[USER_TICKS]) + Long.parseLong(afterName[SYSTEM_TICKS]);
    return new Usage(TICK.multipliedBy(ticks), ProcFile.number(io, "write_bytes:"));
  }

  /** How busy it kept one core since an earlier look. */
  public double cpuPercentSince(Usage earlier, Duration elapsed) {
    return 100.0 * cpu.minus(earlier.cpu).toNanos() / elapsed.toNanos();
  }

  long diskBytesSince(Usage earlier) {
    return diskBytes - earlier.diskBytes;
  }
}
