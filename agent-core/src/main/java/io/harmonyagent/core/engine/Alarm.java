package io.harmonyagent.core.engine;

import io.harmonyagent.core.time.Moment;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * No later than the earliest thing that becomes due. It may ring too early, never too late: so a
 * loop that turns with every result need not look at every resource to know when to wake up.
 */
final class Alarm {
  private @Nullable Moment nothingDueBefore;

  boolean rings(Moment now) {
    return nothingDueBefore != null && !now.isBefore(nothingDueBefore);
  }

  Optional<Moment> at() {
    return Optional.ofNullable(nothingDueBefore);
  }

  void noLaterThan(Moment due) {
    if (nothingDueBefore == null || due.isBefore(nothingDueBefore)) {
      nothingDueBefore = due;
    }
  }

  /** Everything that was due is done; this is what comes next. */
  void reset(Optional<Moment> next) {
    nothingDueBefore = next.orElse(null);
  }
}
