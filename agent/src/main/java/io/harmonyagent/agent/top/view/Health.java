package io.harmonyagent.agent.top.view;

import io.harmonyagent.agent.terminal.Tone;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** How an agent is, seen from outside; in the order of trouble. */
public enum Health {
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

  /** Three of the usual intervals, as everywhere in harmonyctl: one heartbeat may be lost. */
  static final Duration LOST_AFTER = Duration.ofSeconds(90);

  private final String word;
  private final Tone tone;

  Health(String word, Tone tone) {
    this.word = word;
    this.tone = tone;
  }

  /**
   * The first that fits.
   *
   * @param wanted the generation that the control plane asks for
   * @param beat when the server stored its last heartbeat
   * @param now by the server's clock
   */
  public static Health of(
      Optional<Long> wanted, Optional<Digest> said, Optional<Instant> beat, Instant now) {
    if (said.isEmpty() && beat.isEmpty()) {
      return UNKNOWN;
    }
    if (!isHeard(beat, now)) {
      return said.filter(Digest::stopped).isPresent() ? STOPPED : OFFLINE;
    }
    if (said.isEmpty()) {
      return UNKNOWN;
    }
    if (said.get().degraded()) {
      return DEGRADED;
    }
    return isInPlace(wanted, said.get()) ? READY : RECONCILING;
  }

  /** Whether its heartbeat is not older than one that may be lost. */
  public static boolean isHeard(Optional<Instant> beat, Instant now) {
    return beat.filter(at -> !at.plus(LOST_AFTER).isBefore(now)).isPresent();
  }

  private static boolean isInPlace(Optional<Long> wanted, Digest digest) {
    return digest.ready()
        && digest.observedGeneration() == digest.manifestGeneration()
        && wanted.orElse(digest.manifestGeneration()) == digest.manifestGeneration();
  }

  public String word() {
    return word;
  }

  Tone tone() {
    return tone;
  }
}
