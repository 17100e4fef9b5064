package io.harmonyagent.core.runtime;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Threads for work that may hang in the kernel, as a file on a dead disk or network share does. A
 * virtual thread that hangs there takes its carrier with it, and a device has few of those.
 *
 * <p>A few threads do all the work while it is quick. One that has been at the same task for long
 * counts as lost, and another takes its place: so what hangs delays the rest by moments, however
 * much of it there is, up to the limit. Idle threads end, so a device at rest has none.
 */
final class BlockingPool {
  private static final Duration LOST_AFTER = Duration.ofMillis(100);
  private static final Duration LOOK_EVERY = Duration.ofMillis(10);
  private static final Duration IDLE_FOR = Duration.ofSeconds(5);

  /** Something to do, which can be interrupted while it is being done and only then. */
  static final class Task {
    private final Runnable work;
    private @Nullable Thread runner;
    private long startedAt;

    Task(Runnable work) {
      this.work = work;
    }
  }

  private final int steady;
  private final int limit;
  private final LongSupplier nanos;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition work = lock.newCondition();
  private final Queue<Task> queue = new ArrayDeque<>();
  private final Set<Task> running = new HashSet<>();
  private long lookedAt;
  private int threads;
  private int idle;
  private long number;

  /** {@code steady} threads while nothing hangs, {@code limit} at the very most. */
  BlockingPool(int steady, int limit, LongSupplier nanos) {
    this.steady = steady;
    this.limit = limit;
    this.nanos = nanos;
  }

  void submit(Task task) {
    lock.lock();
    try {
      queue.add(task);
      if (idle > 0) {
        work.signal();
      } else if (threads < steady || nanos.getAsLong() - lookedAt > LOOK_EVERY.toNanos()) {
        growIfNeeded();
      }
    } finally {
      lock.unlock();
    }
  }

  void interrupt(Task task) {
    lock.lock();
    try {
      queue.remove(task);
      if (task.runner != null) {
        task.runner.interrupt();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Replaces threads that got lost. To be called now and then while it answers true: that there is
   * work that nobody has taken up.
   */
  boolean relieve() {
    lock.lock();
    try {
      growIfNeeded();
      return !queue.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  private void growIfNeeded() {
    lookedAt = nanos.getAsLong();
    long lostBefore = lookedAt - LOST_AFTER.toNanos();
    long lost = running.stream().filter(task -> task.startedAt - lostBefore < 0).count();
    long wanted = Math.min(queue.size(), steady - (threads - lost));
    for (long i = 0; i < wanted && threads < limit; i++) {
      threads++;
      Thread.ofPlatform().daemon().name("work-" + ++number).start(this::run);
    }
  }

  private void run() {
    lock.lock();
    try {
      for (Task task = next(); task != null; task = next()) {
        task.runner = Thread.currentThread();
        task.startedAt = nanos.getAsLong();
        running.add(task);
        lock.unlock();
        try {
          task.work.run();
        } finally {
          lock.lock();
          running.remove(task);
          task.runner = null;
          clearInterrupt();
        }
      }
    } finally {
      threads--;
      lock.unlock();
    }
  }

  /** An interrupt that was meant for a task must not reach the next one. */
  @SuppressWarnings("ResultOfMethodCallIgnored")
  private static void clearInterrupt() {
    Thread.interrupted();
  }

  private @Nullable Task next() {
    long left = IDLE_FOR.toNanos();
    try {
      while (queue.isEmpty()) {
        if (left <= 0) {
          return null;
        }
        idle++;
        try {
          left = work.awaitNanos(left);
        } finally {
          idle--;
        }
      }
      return queue.poll();
    } catch (InterruptedException e) {
      return queue.poll();
    }
  }

  /** For tests: how many threads there are. */
  int threads() {
    lock.lock();
    try {
      return threads;
    } finally {
      lock.unlock();
    }
  }
}
