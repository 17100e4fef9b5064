package io.harmonyagent.failover.site;

import io.harmonyagent.failover.core.Action;
import io.harmonyagent.failover.core.Event;
import io.harmonyagent.failover.core.FenceRung;
import io.harmonyagent.failover.core.PostgresView;
import io.harmonyagent.failover.lease.LeaseEvents;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Climbs the ladder, each time on a new thread: one that hangs must not keep the next rung waiting.
 *
 * <p>A fence is only told when nothing that was asked for before it can open PostgreSQL any more: a
 * climb that overtook an opening proves nothing, so it is climbed again (A4).
 */
final class Fencer {
  private static final Logger log = LoggerFactory.getLogger(Fencer.class);
  private static final int CLIMBS_MAX = 4;
  private static final long SHORTEST_CLIMB_MS = 1_000;

  private final Ladder ladder;
  private final Operations operations;
  private final Observer observer;
  private final LeaseEvents events;
  private final Semaphore climbs = new Semaphore(CLIMBS_MAX);

  /** Apart, so that climbs that hang cannot keep the machine from its reset. */
  private final Semaphore resets = new Semaphore(1);

  Fencer(Ladder ladder, Operations operations, Observer observer, LeaseEvents events) {
    this.ladder = ladder;
    this.operations = operations;
    this.observer = observer;
    this.events = events;
  }

  void fence(Action.Fence wanted) {
    operations.cancel();
    Semaphore permits = wanted.from() == FenceRung.REBOOT ? resets : climbs;
    if (!permits.tryAcquire()) {
      log.error("climbs of the ladder hang, so no further one begins at {}", wanted.from());
      return;
    }
    Thread.ofPlatform().daemon().name("failover-fence").start(() -> climb(wanted, permits));
  }

  /** Whether all climbs ended. */
  boolean awaitEnd(Duration within) throws InterruptedException {
    return haveEnded(climbs, CLIMBS_MAX, within) && haveEnded(resets, 1, within);
  }

  private static boolean haveEnded(Semaphore permits, int all, Duration within)
      throws InterruptedException {
    boolean ended = permits.tryAcquire(all, within.toMillis(), TimeUnit.MILLISECONDS);
    if (ended) {
      permits.release(all);
    }
    return ended;
  }

  private void climb(Action.Fence wanted, Semaphore permits) {
    try {
      UnaryOperator<PostgresView> as = observer.asNow();
      boolean overtakes = operations.mayOpen();
      Ladder.Result result = ladder.climb(wanted.from(), Duration.ofMillis(wanted.withinMs()));
      if (overtakes && result instanceof Ladder.Result.Verified(var _, FenceRung by)) {
        result = climbAgain(wanted, by);
      }
      tell(wanted, result, as);
    } catch (InterruptedException | RuntimeException e) {
      log.error("the ladder failed in a way that nobody expected", e);
      tell(wanted, new Ladder.Result.NotVerified(wanted.from()), view -> view);
    } finally {
      permits.release();
    }
  }

  /**
   * The first climb may have used up the time, and one that has none would be taken for a ladder
   * that failed: the machine would be reset. So the time begins anew, for the opening to end and
   * for the climb. Neither needs to be in time for the lease: what the opening may still make
   * writable is behind an armed deadman, and PID 1 fences that at its deadline, whatever becomes of
   * this.
   */
  private Ladder.Result climbAgain(Action.Fence wanted, FenceRung reached)
      throws InterruptedException {
    Duration within = Duration.ofMillis(Math.max(wanted.withinMs(), SHORTEST_CLIMB_MS));
    events.offer(Event.ClimbsAgain::new);
    if (!operations.awaitNoOpening(within)) {
      return new Ladder.Result.NotVerified(reached);
    }
    events.offer(Event.ClimbsAgain::new);
    return ladder.climb(wanted.from(), within);
  }

  private void tell(Action.Fence wanted, Ladder.Result result, UnaryOperator<PostgresView> as) {
    switch (result) {
      case Ladder.Result.Verified(PostgresView view, FenceRung by) -> {
        log.info("fenced by {} (cause {})", by, wanted.cause());
        events.offer(now -> new Event.Fenced(now, as.apply(view)));
      }
      case Ladder.Result.NotVerified(FenceRung reached) -> {
        log.error("NOT fenced: {} was reached, and PostgreSQL may still accept writes", reached);
        events.offer(now -> new Event.FenceNotVerified(now, reached));
      }
    }
  }
}
