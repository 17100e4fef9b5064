package io.harmonyagent.core.reconcile;

import io.harmonyagent.core.status.ResourceError;
import java.time.Duration;
import java.util.Optional;

/** What has to be done so that a resource is as its spec says. */
public sealed interface Decision {
  /** It is in place. */
  record Nothing() implements Decision {}

  /** It is not there. */
  record Create() implements Decision {}

  /**
   * It is there and differs, and can be changed as it stands.
   *
   * @param differences what differs, for people
   */
  record Update(String differences) implements Decision {}

  /**
   * It is there and differs, and only another one in its place will do.
   *
   * @param differences what differs, for people
   */
  record Replace(String differences) implements Decision {}

  /**
   * It is on its way and needs time.
   *
   * @param what what it is waiting for, for people
   */
  record Wait(String what, Duration lookAgainIn) implements Decision {}

  /** What it needs of the device is not there now. */
  record Blocked(String reason) implements Decision {}

  /**
   * It must not be touched, or trying would not help.
   *
   * @param retryAfter when to look again, where the usual backoff does not fit
   */
  record Refuse(ResourceError error, Optional<Duration> retryAfter) implements Decision {
    public Refuse(ResourceError error) {
      this(error, Optional.empty());
    }
  }
}
