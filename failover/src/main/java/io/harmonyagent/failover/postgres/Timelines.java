package io.harmonyagent.failover.postgres;

import java.util.ArrayList;
import java.util.List;

/**
 * The way a primary came to its timeline: for each one before, where it was left. Two primaries
 * that were promoted without knowing of each other can give the same number to different timelines;
 * the places tell them apart.
 */
record Timelines(long current, List<Left> left) {
  /** A timeline, and the place in the log where the next one began. */
  record Left(long timeline, long atLsn) {}

  Timelines {
    left = List.copyOf(left);
  }

  /** From the text of {@code 0000000N.history}. */
  static Timelines parse(long current, String history) {
    List<Left> left = new ArrayList<>();
    for (String line : history.split("\n", -1)) {
      String[] words = line.strip().split("\\s+", 3);
      if (words.length >= 2 && words[0].matches("[0-9]{1,10}") && words[1].contains("/")) {
        left.add(new Left(Long.parseLong(words[0]), ControlData.lsn(words[1])));
      }
    }
    return new Timelines(current, left);
  }

  /** Whether a log that ends there is a part of this one's. */
  boolean contains(Timelines other, long endLsn) {
    for (int i = 0; i < other.left.size(); i++) {
      if (i >= left.size() || !left.get(i).equals(other.left.get(i))) {
        return false;
      }
    }
    if (other.current == current) {
      return left.size() == other.left.size();
    }
    int next = other.left.size();
    return next < left.size()
        && left.get(next).timeline() == other.current
        && endLsn <= left.get(next).atLsn();
  }

  /** The same number for two different timelines: pg_rewind would call them the same. */
  boolean clashesWith(Timelines other) {
    return other.current == current && !left.equals(other.left);
  }
}
