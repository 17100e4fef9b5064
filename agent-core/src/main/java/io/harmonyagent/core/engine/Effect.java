package io.harmonyagent.core.engine;

/** What the engine wants done. */
public sealed interface Effect {
  Ticket ticket();

  record Start(Ticket ticket, Work work) implements Effect {}

  /** What the work is for is no longer wanted: it should end soon, and somebody waits for that. */
  record CallOff(Ticket ticket) implements Effect {}

  /** The work outlived its deadline: nobody waits for it any longer, and it must change nothing. */
  record Abandon(Ticket ticket) implements Effect {}
}
