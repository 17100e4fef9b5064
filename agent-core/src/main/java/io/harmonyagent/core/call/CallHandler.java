package io.harmonyagent.core.call;

import java.io.IOException;

/**
 * Answers the calls of one verb. A call has a thread of its own, which is interrupted when the
 * caller has gone or no longer wants to know; a handler must not swallow that.
 */
public interface CallHandler {
  /** The last word of the subject that it answers at. */
  String verb();

  /** How many of its calls are answered at once; one more is refused, none waits. */
  int atOnce();

  /**
   * Answers a call.
   *
   * @param request what the caller sent, up to what the mesh lets through; not to be trusted
   */
  void answer(byte[] request, Answer answer) throws CallFailed, IOException, InterruptedException;
}
