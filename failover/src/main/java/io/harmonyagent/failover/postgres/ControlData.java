package io.harmonyagent.failover.postgres;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a data directory says of itself while it rests, from pg_controldata.
 *
 * @param checkpointLsn where the last checkpoint's record begins
 * @param timeline the newest that it has seen
 */
record ControlData(String systemId, String state, long checkpointLsn, long timeline, long endLsn) {

  static ControlData parse(String text) {
    Map<String, String> words = new TreeMap<>();
    for (String line : text.split("\n", -1)) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        words.put(line.substring(0, colon).strip(), line.substring(colon + 1).strip());
      }
    }
    long checkpoint = lsn(words.getOrDefault("Latest checkpoint location", "0/0"));
    long minimum = lsn(words.getOrDefault("Minimum recovery ending location", "0/0"));
    return new ControlData(
        words.getOrDefault("Database system identifier", ""),
        words.getOrDefault("Database cluster state", ""),
        checkpoint,
        Math.max(
            number(words.getOrDefault("Latest checkpoint's TimeLineID", "0")),
            number(words.getOrDefault("Min recovery ending loc's timeline", "0"))),
        Math.max(checkpoint, minimum));
  }

  /** All is in it up to the checkpoint, and nothing after it. */
  boolean wasShutDown() {
    return state.equals("shut down");
  }

  /** It has only ever replayed since it was last a primary. */
  boolean wasStandby() {
    return state.equals("shut down in recovery") || state.equals("in archive recovery");
  }

  /**
   * How far it has come. After a clean stop just behind the beginning of the last record: whoever
   * has replayed to there has replayed that record.
   */
  long lsn() {
    return wasShutDown() ? checkpointLsn + 1 : endLsn;
  }

  /** {@code 0/3000148} as a number. */
  static long lsn(String text) {
    int slash = text.indexOf('/');
    if (slash < 0) {
      return 0;
    }
    return Long.parseLong(text.substring(0, slash), 16) << 32
        | Long.parseLong(text.substring(slash + 1), 16);
  }

  private static long number(String text) {
    return text.matches("[0-9]{1,10}") ? Long.parseLong(text) : 0;
  }
}
