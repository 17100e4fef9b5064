package io.harmonyagent.agent.daemon;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * What the main thread does while others work: it waits until it is time to stop. Each time that
 * something was done and it has been quiet since, there is a moment for tidying up. Nobody is woken
 * while nothing happens.
 */
final class Rest {
  private final Semaphore news = new Semaphore(0);
  private volatile boolean isOver;

  /** Something was done. */
  void disturb() {
    news.release();
  }

  /** It is time to stop. */
  void end() {
    isOver = true;
    news.release();
  }

  /** Returns when it is time to stop. */
  void untilOver(Duration quiet, Runnable tidyUp) throws InterruptedException {
    while (!isOver) {
      if (news.tryAcquire(quiet.toNanos(), TimeUnit.NANOSECONDS)) {
        news.drainPermits();
      } else {
        tidyUp.run();
        news.acquire();
        news.drainPermits();
      }
    }
  }
}
