package io.harmonyagent.bench.chaos;

/** What a client was told of a write. */
sealed interface Answer {

  /**
   * Committed.
   *
   * @param site the one that accepted it
   * @param lsn where the log stood just before: the commit itself is behind it
   * @param executedNs when the site executed it, by the site's own clock: the commit came after
   */
  record Acked(String site, long timeline, long lsn, long executedNs) implements Answer {}

  /** Rolled back. */
  record Refused(String sqlState) implements Answer {}

  /** Nothing, or nothing certain: it may be there or not. */
  record Unknown(String why) implements Answer {}
}
