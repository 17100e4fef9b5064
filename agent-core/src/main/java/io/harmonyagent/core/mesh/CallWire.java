package io.harmonyagent.core.mesh;

import java.time.Duration;

/**
 * How a call crosses the mesh (docs/mesh.md): a request with an inbox for the answer, pieces of the
 * answer with their numbers, and now and then a word of the caller on the same subject that says
 * how many pieces it has taken. Core NATS: nothing is kept, and what is lost ends the call.
 */
final class CallWire {
  /**
   * From the caller, with each message of a call: which call. Each of them names an inbox of its
   * own, to which the answer goes on: a server counts what may be answered to an inbox, and does
   * not begin anew for one that it knows.
   */
  static final String CALL = "Harmony-Call";

  /** From the caller: how many pieces it has taken. Without it, a message is a new call. */
  static final String TAKEN = "Harmony-Taken";

  /** From the caller: it wants no more. */
  static final String CANCEL = "Harmony-Cancel";

  /** From the agent: the number of this piece, from 0 on. */
  static final String PIECE = "Harmony-Piece";

  /** From the agent: this call is being answered; there is just nothing to say. */
  static final String ALIVE = "Harmony-Alive";

  /** From the agent: the answer ends here, with {@link #COMPLETE} or a reason. */
  static final String END = "Harmony-End";

  static final String COMPLETE = "Complete";

  /** How far an agent sends ahead of what the caller has taken. */
  static final int WINDOW = 16;

  static final int PIECE_BYTES = 32 * 1024;

  /** How often a caller says that it is there. */
  static final Duration SAY_EVERY = Duration.ofSeconds(3);

  /** After that silence the other side has gone. */
  static final Duration GONE_AFTER = Duration.ofSeconds(15);

  private CallWire() {}

  /**
   * An agent answers to an operator's inbox only. It may publish wherever it was asked to answer,
   * so a caller could else make it write, in its own name, what the caller may not.
   */
  static boolean isOperatorsInbox(String replyTo) {
    return replyTo.startsWith("_INBOX.") || replyTo.startsWith(Keys.inboxPrefix("harmonyctl"));
  }
}
