package io.harmonyagent.core.engine;

import io.harmonyagent.core.status.ResourceDetails;
import io.harmonyagent.core.status.ResourceError;

/** How a piece of work ended. */
public sealed interface Outcome {
  /** It was as it should be. */
  record InPlace(ResourceDetails details) implements Outcome {}

  /**
   * It was not, and now is.
   *
   * @param what what was different, for people
   */
  record Changed(String what, ResourceDetails details) implements Outcome {}

  /** It could not be looked at or changed. */
  record Failed(ResourceError error) implements Outcome {}

  /** The thing is gone, and no longer ours. */
  record Removed() implements Outcome {}
}
