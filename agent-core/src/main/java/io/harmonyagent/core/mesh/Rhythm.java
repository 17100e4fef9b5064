package io.harmonyagent.core.mesh;

import io.harmonyagent.core.runtime.Jitter;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A pause that ends early when somebody has news. News during work is not lost. */
final class Rhythm {
  private final Jitter jitter;
  private boolean woken;

  Rhythm(Jitter jitter) {
    this.jitter = jitter;
  }

  synchronized void wake() {
    woken = true;
    notifyAll();
  }

  /** Waits about that long, or until there is news; whether there was any since the last wait. */
  boolean around(Duration period) throws InterruptedException {
    return atMost(jitter.around(period));
  }

  /** Waits until there is news. */
  synchronized void forNews() throws InterruptedException {
    while (!woken) {
      wait();
    }
    woken = false;
  }

  private synchronized boolean atMost(Duration duration) throws InterruptedException {
    long deadline = System.nanoTime() + duration.toNanos();
    while (!woken) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    woken = false;
    return true;
  }
}
