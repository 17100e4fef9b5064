package io.harmonyagent.failover.site;

import io.harmonyagent.failover.core.Decision;
import io.harmonyagent.failover.core.Evidence;
import io.harmonyagent.failover.core.Role;
import io.harmonyagent.failover.core.SiteId;
import java.time.Instant;

/** Keeps every decision and what it was made from. Called by the owner of the core: never waits. */
public interface FlightRecorder extends AutoCloseable {
  /**
   * One decision.
   *
   * @param at the wall clock, for people
   * @param run names the life of the shell that decided
   * @param number counts the decisions of that life, so that an entry that was told twice is known
   * @param role what the site was after the step
   * @param epoch the newest that the site knew
   */
  record Entry(
      Instant at,
      SiteId site,
      String run,
      long number,
      Role role,
      long epoch,
      Evidence evidence,
      Decision decision) {}

  void record(Entry entry);

  /** Tells nothing any more; what was not told is kept. */
  @Override
  void close();
}
