package io.harmonyagent.bench.chaos;

import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * The newest timeline's own history: where it parted from each one before it. What lies behind that
 * point on the old timeline had not been received.
 */
record Forks(Map<Long, Long> lsnByTimeline) {

  /** Reads a timeline history file: timeline, log position, reason. */
  static Forks parse(String history) {
    Map<Long, Long> forks = new TreeMap<>();
    for (String line : history.lines().map(String::strip).toList()) {
      if (!line.isEmpty() && !line.startsWith("#")) {
        String[] words = line.split("\\s+", -1);
        forks.put(Long.parseLong(words[0]), lsn(words[1]));
      }
    }
    return new Forks(forks);
  }

  static Forks none() {
    return new Forks(Map.of());
  }

  /** Empty for a timeline that nothing stems from. */
  OptionalLong endOf(long timeline) {
    Long end = lsnByTimeline.get(timeline);
    return end == null ? OptionalLong.empty() : OptionalLong.of(end);
  }

  /** "16/B374D848" is PostgreSQL's way to write a 64 bit number. */
  private static long lsn(String text) {
    int slash = text.indexOf('/');
    return (Long.parseLong(text.substring(0, slash), 16) << 32)
        + Long.parseLong(text.substring(slash + 1), 16);
  }
}
