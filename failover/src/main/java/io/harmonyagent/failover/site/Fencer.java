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
    long endNs = System.nanoTime() + Duration.ofMillis(wanted.withinMs()).toNanos();
    try {
      UnaryOperator<PostgresView> as = observer.asNow();
      boolean overtakes = operations.mayOpen();
      Ladder.Result result = ladder.climb(wanted.from(), Duration.ofMillis(wanted.withinMs()));
      if (overtakes && result instanceof Ladder.Result.Verified(var _, FenceRung by)) {
        result = climbAgain(wanted.from(), by, endNs);
      }
      tell(wanted, result, as);
    } catch (InterruptedException | RuntimeException e) {
      log.error("the ladder failed in a way that nobody expected", e);
      tell(wanted, new Ladder.Result.NotVerified(wanted.from()), view -> view);
    } finally {
      permits.release();
    }
  }

  private Ladder.Result climbAgain(FenceRung from, FenceRung reached, long endNs)
      throws InterruptedException {
    if (!operations.awaitNoOpening(left(endNs))) {
      return new Ladder.Result.NotVerified(reached);
    }
    return ladder.climb(from, left(endNs));
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

  private static Duration left(long endNs) {
    return Duration.ofNanos(Math.max(1_000_000, endNs - System.nanoTime()));
  }
}
