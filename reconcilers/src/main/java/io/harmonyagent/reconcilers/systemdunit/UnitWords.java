package io.harmonyagent.reconcilers.systemdunit;

/** What is said to people of a unit that ended. */
final class UnitWords {
  private final String name;
  private final UnitObservation seen;

  /** The name is that of the spec: systemd may list the unit by another one. */
  UnitWords(String name, UnitObservation seen) {
    this.name = name;
    this.seen = seen;
  }

  String crashLoop() {
    return name
        + " keeps dying: restarted "
        + seen.facts().restarts()
        + " times, last it "
        + ended()
        + seeJournal();
  }

  String failure() {
    return name
        + " was started "
        + seen.died()
        + " times and does not stay up: it "
        + ended()
        + seeJournal();
  }

  /** A unit that runs again says no more how it ended before. */
  String ended() {
    return seen.facts().exit().isEmpty() && !seen.lastEnd().isEmpty()
        ? seen.lastEnd()
        : ended(seen.facts());
  }

  static String ended(UnitFacts facts) {
    if (!facts.conditionMet()) {
      return "was not started because a condition of it did not hold";
    }
    String how = facts.exit().isEmpty() ? "ended" : facts.exit();
    return facts.result().equals("success") ? how : how + " (" + facts.result() + ")";
  }

  private String seeJournal() {
    return "; see 'journalctl -u " + name + "'";
  }
}
