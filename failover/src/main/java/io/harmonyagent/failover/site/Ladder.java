package io.harmonyagent.failover.site;

import io.harmonyagent.failover.core.FenceRung;
import io.harmonyagent.failover.core.PostgresView;
import java.time.Duration;

/**
 * Makes sure that PostgreSQL accepts nothing, one rung after the other, each seen to have worked.
 */
public interface Ladder {
  /** What came of it. */
  sealed interface Result {
    /** It was observed that PostgreSQL accepts nothing. */
    record Verified(PostgresView view, FenceRung by) implements Result {}

    /** The time is over, and it may still accept writes. */
    record NotVerified(FenceRung reached) implements Result {}
  }

  Result climb(FenceRung from, Duration within);
}
