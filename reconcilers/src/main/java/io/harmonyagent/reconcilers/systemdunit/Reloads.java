package io.harmonyagent.reconcilers.systemdunit;

import io.harmonyagent.core.reconcile.NotAvailable;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Makes systemd read its files anew, as seldom as possible: whoever asks while a reload is under
 * way waits for the next one, and all of those share it.
 */
final class Reloads {
  /** What a reload is. */
  interface Reload {
    void run() throws NotAvailable, ReconcileFailure;
  }

  private final ReentrantLock running = new ReentrantLock();
  private final Reload reload;
  private volatile long begun;
  private volatile long done;

  Reloads(Reload reload) {
    this.reload = reload;
  }

  /** Returns when a reload that began after this call has ended. */
  void reload() throws NotAvailable, ReconcileFailure {
    long before = begun;
    try {
      running.lockInterruptibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ReconcileFailure("Abandoned", "was called off while it waited for a reload");
    }
    try {
      // One that began later than this call did, and went well, has seen what the caller wrote.
      if (done > before) {
        return;
      }
      long number = begun + 1;
      begun = number;
      reload.run();
      done = number;
    } finally {
      running.unlock();
    }
  }

  /** For tests: how many wait for their turn. */
  int waiting() {
    return running.getQueueLength();
  }
}
