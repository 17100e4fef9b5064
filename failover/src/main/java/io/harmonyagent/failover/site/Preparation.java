package io.harmonyagent.failover.site;

import io.harmonyagent.failover.core.Action;
import io.harmonyagent.failover.core.Event;
import io.harmonyagent.failover.lease.LeaseEvents;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prepares a stop on a thread of its own: it may take minutes, and what is asked of PostgreSQL
 * meanwhile must not wait behind it.
 */
final class Preparation {
  private static final Logger log = LoggerFactory.getLogger(Preparation.class);

  private final Database database;
  private final LeaseEvents events;
  private final Errand errand = new Errand("failover-checkpoint");

  Preparation(Database database, LeaseEvents events) {
    this.database = database;
    this.events = events;
  }

  void begin(Action.PrepareStop wanted) {
    errand.put(
        () -> {
          boolean ok = prepared(Duration.ofMillis(wanted.withinMs()));
          events.offer(now -> new Event.StopPrepared(now, ok));
        });
  }

  private boolean prepared(Duration within) {
    try {
      return database.prepareStop(within);
    } catch (RuntimeException e) {
      log.error("preparing a stop failed in a way that nobody expected", e);
      return false;
    }
  }

  void close() {
    errand.close();
  }

  boolean awaitEnd(Duration within) throws InterruptedException {
    return errand.awaitEnd(within);
  }
}
