package io.harmonyagent.agent.top.view;

import io.harmonyagent.agent.terminal.Tone;

/** How an agent is, seen from outside; the first that fits, and in the order of trouble. */
enum Health {
  /** It was heard before, and is no more. */
  OFFLINE("Offline", Tone.BAD),
  /** Something failed, or its manifest was rejected. */
  DEGRADED("Degraded", Tone.BAD),
  /** On its way to what is wanted. */
  RECONCILING("Reconciling", Tone.BUSY),
  /** It has not said how it is. */
  UNKNOWN("Unknown", Tone.FAINT),
  /** It was stopped on purpose. */
  STOPPED("Stopped", Tone.FAINT),
  /** All that is wanted is in place. */
  READY("Ready", Tone.GOOD);

  private final String word;
  private final Tone tone;

  Health(String word, Tone tone) {
    this.word = word;
    this.tone = tone;
  }

  String word() {
    return word;
  }

  Tone tone() {
    return tone;
  }
}
