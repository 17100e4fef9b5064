package io.harmonyagent.failover.simulation;

import java.util.Optional;

/** What came of one run. */
record Result(
    Plan plan, long simulatedUs, long events, Optional<String> violation, Coverage coverage) {

  double hours() {
    return simulatedUs / 3.6e9;
  }

  /** The invariant, without the numbers: what shrinking keeps the same. */
  Optional<String> invariant() {
    return violation.map(text -> text.substring(0, text.indexOf(':')));
  }
}
