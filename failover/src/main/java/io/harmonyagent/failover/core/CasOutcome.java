package io.harmonyagent.failover.core;

/** The four answers to a compare-and-set. */
public sealed interface CasOutcome {

  /** Stored. */
  record Acked(long revision, long serverTimeMs) implements CasOutcome {}

  /** Wrong last sequence (10071): not stored. The server tells the revision that stands. */
  record Lost(long standingRevision) implements CasOutcome {}

  /** Another write of the same key is in flight (10164): not stored, try again. */
  record InFlight() implements CasOutcome {}

  /** No answer in time: stored or not. Only a later revision tells. */
  record Unknown() implements CasOutcome {}
}
