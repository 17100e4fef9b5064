package io.harmonyagent.failover.site;

import io.harmonyagent.failover.core.Event;
import io.harmonyagent.failover.core.Step;
import io.harmonyagent.failover.lease.LeaseEvents;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What has happened and the core has not been told yet. An event is given its time when it is taken
 * out, so that an owner that was frozen finds out (A6).
 *
 * <p>No event may be missing (A1), so a mailbox that ran over is of no use any more.
 */
final class Mailbox implements LeaseEvents {
  private static final int LETTERS_MAX = 20_000;

  /**
   * An event, and who wants to know what came of it.
   *
   * @param whenDone called by the owner after the step
   */
  record Letter(LongFunction<Event> event, Consumer<Step> whenDone) {}

  private final BlockingQueue<Letter> letters = new LinkedBlockingQueue<>(LETTERS_MAX);
  private volatile boolean ranOver;

  @Override
  public void offer(LongFunction<Event> event) {
    offer(new Letter(event, _ -> {}));
  }

  void offer(Letter letter) {
    if (!letters.offer(letter)) {
      ranOver = true;
    }
  }

  @Nullable Letter take(long withinMs) throws InterruptedException {
    return withinMs <= 0 ? letters.poll() : letters.poll(withinMs, TimeUnit.MILLISECONDS);
  }

  boolean ranOver() {
    return ranOver;
  }
}
