package io.harmonyagent.failover.site;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A thread for one thing at a time, where only the newest wish counts: one that was not begun is
 * replaced. The thread ends when nothing was asked of it for a while.
 */
final class Errand {
  private static final long IDLE_MS = 5_000;

  private final String name;
  private @Nullable Runnable next;
  private @Nullable Thread thread;
  private boolean closed;

  Errand(String name) {
    this.name = name;
  }

  synchronized void put(Runnable task) {
    if (closed) {
      return;
    }
    next = task;
    if (thread == null) {
      thread = Thread.ofPlatform().daemon().name(name).start(this::run);
    }
    notifyAll();
  }

  /** Begins nothing any more, and asks what runs to end. */
  synchronized void close() {
    closed = true;
    next = null;
    if (thread != null) {
      thread.interrupt();
    }
    notifyAll();
  }

  /** Whether it ended; only then may another one do the same things. */
  synchronized boolean awaitEnd(Duration within) throws InterruptedException {
    long end = System.nanoTime() + within.toNanos();
    while (thread != null) {
      long leftMs = (end - System.nanoTime()) / 1_000_000;
      if (leftMs <= 0) {
        return false;
      }
      wait(leftMs);
    }
    return true;
  }

  private void run() {
    try {
      for (Runnable task = take(); task != null; task = take()) {
        task.run();
      }
    } finally {
      gone();
    }
  }

  private synchronized @Nullable Runnable take() {
    try {
      long end = System.nanoTime() + IDLE_MS * 1_000_000;
      for (long leftMs = IDLE_MS; next == null && !closed && leftMs > 0; ) {
        wait(leftMs);
        leftMs = (end - System.nanoTime()) / 1_000_000;
      }
    } catch (InterruptedException e) {
      // Only whoever closes it interrupts.
    }
    Runnable task = closed ? null : next;
    next = null;
    if (task == null) {
      thread = null;
      notifyAll();
    }
    return task;
  }

  /** A task that threw takes the thread with it, not the errand. */
  private synchronized void gone() {
    if (thread == Thread.currentThread()) {
      thread = null;
      notifyAll();
    }
  }
}
