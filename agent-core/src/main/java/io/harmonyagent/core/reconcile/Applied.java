package io.harmonyagent.core.reconcile;

import io.harmonyagent.core.status.ResourceDetails;
import java.time.Duration;

/** What came of carrying out a decision. */
public sealed interface Applied {
  /** It is in place, and was seen to be. */
  record Done(ResourceDetails details) implements Applied {}

  /**
   * All is done that can be done now; it needs time.
   *
   * @param what what it is waiting for, for people
   */
  record Underway(String what, Duration lookAgainIn) implements Applied {}
}
