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

  /** Waits about that long; returns at once if there was news since the last wait. */
  void around(Duration period) throws InterruptedException {
    atMost(jitter.around(period));
  }

  /** Waits until there is news. */
  synchronized void forNews() throws InterruptedException {
    while (!woken) {
      wait();
    }
    woken = false;
  }

  private synchronized void atMost(Duration duration) throws InterruptedException {
    long deadline = System.nanoTime() + duration.toNanos();
    while (!woken) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    woken = false;
  }
}
