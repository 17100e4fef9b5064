package io.harmonyagent.failover.site;

import io.harmonyagent.failover.core.Action;
import io.harmonyagent.failover.core.Event;
import io.harmonyagent.failover.core.PostgresView;
import io.harmonyagent.failover.lease.LeaseEvents;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at PostgreSQL and tells what it saw. Probes and looks have a thread each: while a probe
 * hangs, a crash must still be seen at once.
 */
final class Observer {
  private static final Logger log = LoggerFactory.getLogger(Observer.class);
  private static final Duration LOOK_WITHIN = Duration.ofSeconds(1);

  private final Database database;
  private final LeaseEvents events;
  private final BooleanSupplier busy;
  private final Errand probes = new Errand("failover-probe");
  private final Errand looks = new Errand("failover-look");

  /**
   * @param busy whether something that the agent asked of PostgreSQL still runs
   */
  Observer(Database database, LeaseEvents events, BooleanSupplier busy) {
    this.database = database;
    this.events = events;
    this.busy = busy;
  }

  void probe(Action.Probe wanted) {
    probes.put(
        () -> {
          UnaryOperator<PostgresView> as = asNow();
          Database.Probe found = probed(wanted);
          events.offer(
              now ->
                  new Event.ProbeAnswered(now, wanted.beat(), found.ok(), as.apply(found.view())));
        });
  }

  /** Something may have changed. */
  void look() {
    looks.put(
        () -> {
          UnaryOperator<PostgresView> as = asNow();
          PostgresView found = looked(LOOK_WITHIN);
          events.offer(now -> new Event.PostgresChanged(now, as.apply(found)));
        });
  }

  PostgresView looked(Duration within) {
    try {
      return database.look(within);
    } catch (RuntimeException e) {
      log.error("looking at PostgreSQL failed in a way that nobody expected", e);
      return PostgresView.UNOBSERVED;
    }
  }

  /**
   * A view is of a PostgreSQL that is left alone only if it was so when the look began and still is
   * when the core hears of it.
   */
  UnaryOperator<PostgresView> asNow() {
    boolean wasBusy = busy.getAsBoolean();
    return view -> withBusy(view, view.busy() || wasBusy || busy.getAsBoolean());
  }

  void close() {
    probes.close();
    looks.close();
  }

  boolean awaitEnd(Duration within) throws InterruptedException {
    return probes.awaitEnd(within) && looks.awaitEnd(within);
  }

  private Database.Probe probed(Action.Probe wanted) {
    try {
      return database.probe(wanted.byWriting(), Duration.ofMillis(wanted.withinMs()));
    } catch (RuntimeException e) {
      log.error("the probe of PostgreSQL failed in a way that nobody expected", e);
      return new Database.Probe(false, PostgresView.UNOBSERVED);
    }
  }

  private static PostgresView withBusy(PostgresView view, boolean busy) {
    return busy == view.busy()
        ? view
        : new PostgresView(
            view.mode(),
            busy,
            view.usable(),
            view.lsn(),
            view.replayedLsn(),
            view.timeline(),
            view.streaming(),
            view.peerStreaming(),
            view.peerFlushedLsn(),
            view.waits());
  }
}
