package io.harmonyagent.bench.chaos;

import java.time.Duration;
import java.util.Locale;

/** A fault at a time, and for how long; both count from the moment in which all clients write. */
record Strike(FaultKind kind, Target target, Duration at, Duration lasts) {

  /** Whom it hits: known only when the run begins. */
  enum Target {
    LEADER,
    FOLLOWER
  }

  Duration until() {
    return at.plus(lasts);
  }

  @Override
  public String toString() {
    String whom = kind.hasTarget() ? target.name().toLowerCase(Locale.ROOT) + " " : "";
    return "%.2f s %s%s for %.2f s"
        .formatted(at.toMillis() / 1000.0, whom, kind, lasts.toMillis() / 1000.0);
  }
}
