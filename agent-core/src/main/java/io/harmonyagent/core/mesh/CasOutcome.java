package io.harmonyagent.core.mesh;

/**
 * What became of a compare-and-set. Four outcomes, and each asks for something else of the caller:
 * go on, give way, try again, or find out first.
 */
public sealed interface CasOutcome {
  /** It is the newest value, at this revision. */
  record Acked(long revision) implements CasOutcome {}

  /** Somebody else wrote since; nothing was written. */
  record Lost() implements CasOutcome {}

  /** The server cannot tell yet; nothing was written. */
  record InFlight() implements CasOutcome {}

  /** No answer: it may have been written, or may yet be. */
  record Unknown(String why) implements CasOutcome {}
}
