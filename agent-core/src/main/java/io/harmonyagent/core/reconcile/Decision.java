package io.harmonyagent.core.reconcile;

import io.harmonyagent.core.status.ResourceError;

/** What has to be done so that a resource is as its spec says. */
public sealed interface Decision {
  /** It is in place. */
  record Nothing() implements Decision {}

  /** It is not there. */
  record Create() implements Decision {}

  /**
   * It is there and differs.
   *
   * @param differences what differs, for people
   */
  record Update(String differences) implements Decision {}

  /** It must not be touched. */
  record Refuse(ResourceError error) implements Decision {}
}
