package io.harmonyagent.core.engine;

import io.harmonyagent.core.status.ResourceDetails;
import io.harmonyagent.core.status.ResourceError;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** How a piece of work ended. */
public sealed interface Outcome {
  /** Whether it was started anew on the way, so that it runs with all that it was to run with. */
  default boolean restarted() {
    return false;
  }

  /** It was as it should be. */
  record InPlace(ResourceDetails details) implements Outcome {}

  /**
   * It was not, and now is.
   *
   * @param what what was different, for people
   */
  record Changed(String what, ResourceDetails details, boolean restarted) implements Outcome {
    public Changed(String what, ResourceDetails details) {
      this(what, details, false);
    }
  }

  /**
   * It is on its way and needs time, as a program does that has just been started.
   *
   * @param what what it is waiting for, for people
   */
  record Underway(String what, Duration lookAgainIn, boolean restarted) implements Outcome {
    public Underway(String what, Duration lookAgainIn) {
      this(what, lookAgainIn, false);
    }
  }

  /** What it needs of the device is not there now, and nothing that we could do would help. */
  record NotAvailable(String reason) implements Outcome {}

  /** It could not even be looked at: nothing is known of it now, least of all that it differs. */
  record Unseen(ResourceError error) implements Outcome {}

  /**
   * It is not as it should be, and could not be put right.
   *
   * @param retryAfter when to try again, where the reconciler knows better than the backoff
   */
  record Failed(ResourceError error, Optional<Duration> retryAfter, boolean restarted)
      implements Outcome {
    public Failed(ResourceError error, Optional<Duration> retryAfter) {
      this(error, retryAfter, false);
    }

    public Failed(ResourceError error) {
      this(error, Optional.empty());
    }
  }

  /** The thing is gone, and no longer ours. */
  record Removed() implements Outcome {}

  /**
   * What the device says is ours.
   *
   * @param complete whether every part of it could be asked
   */
  record Surveyed(List<Ownership> found, boolean complete) implements Outcome {
    public Surveyed {
      found = List.copyOf(found);
    }
  }
}
