package io.harmonyagent.bench;

import java.util.List;
import java.util.regex.Pattern;

/** What the agent logs of a pass that somebody asked for. */
final class PassLog {
  private PassLog() {}

  /** How long every pass over that many resources took, in milliseconds, the oldest first. */
  static List<Double> millis(String journal, int resources) {
    return Pattern.compile("pass over " + resources + " resources took ([0-9]+\\.[0-9]{3}) ms")
        .matcher(journal)
        .results()
        .map(found -> Double.valueOf(found.group(1)))
        .toList();
  }
}
