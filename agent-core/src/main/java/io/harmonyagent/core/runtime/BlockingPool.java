package io.harmonyagent.core.runtime;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
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

    Task(Runnable work) {
      this.work = work;
    }
  }

  /** One thread, and what it is at. */
  private final class Runner {
    private final Thread thread;
    private boolean busy;
    private long busySince;

    private Runner(String name) {
      this.thread = Thread.ofPlatform().daemon().name(name).unstarted(() -> run(this));
    }

    private boolean isLost(long before) {
      return busy && busySince - before < 0;
    }
  }

  private final String name;
  private final int steady;
  private final int limit;
  private final LongSupplier nanos;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition work = lock.newCondition();
  private final Queue<Task> queue = new ArrayDeque<>();
  private final Condition lull = lock.newCondition();
  private final Set<Runner> runners = new HashSet<>();
  private long lookedAt;
  private int idle;
  private long number;

  /** {@code steady} threads while nothing hangs, {@code limit} at the very most. */
  BlockingPool(String name, int steady, int limit, LongSupplier nanos) {
    this.name = name;
    this.steady = steady;
    this.limit = limit;
    this.nanos = nanos;
  }

  void submit(List<Task> tasks) {
    lock.lock();
    try {
      queue.addAll(tasks);
      for (int i = 0; i < Math.min(idle, tasks.size()); i++) {
        work.signal();
      }
      if (idle < tasks.size()
          && (runners.size() < steady || nanos.getAsLong() - lookedAt > LOOK_EVERY.toNanos())) {
        growIfNeeded();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Interrupts it if it is being done; one that waits is done all the same. */
  void interrupt(Task task) {
    lock.lock();
    try {
      if (task.runner != null) {
        task.runner.interrupt();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Interrupts it if it is being done; one that waits is forgotten, and true is returned. */
  boolean drop(Task task) {
    lock.lock();
    try {
      interrupt(task);
      return queue.remove(task);
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

  /** Waits until all that was submitted is done, but no longer than that. */
  void awaitLull(Duration atMost) throws InterruptedException {
    lock.lock();
    try {
      long left = atMost.toNanos();
      while (left > 0 && !isAllDone()) {
        left = lull.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean isAllDone() {
    return queue.isEmpty() && runners.stream().noneMatch(runner -> runner.busy);
  }

  private void growIfNeeded() {
    lookedAt = nanos.getAsLong();
    long lostBefore = lookedAt - LOST_AFTER.toNanos();
    long lost = runners.stream().filter(runner -> runner.isLost(lostBefore)).count();
    long wanted = Math.min(queue.size(), steady - (runners.size() - lost));
    for (long i = 0; i < wanted && runners.size() < limit; i++) {
      Runner runner = new Runner(name + "-" + ++number);
      runners.add(runner);
      runner.thread.start();
    }
  }

  private void run(Runner runner) {
    lock.lock();
    try {
      for (Task task = next(); task != null; task = next()) {
        task.runner = runner.thread;
        runner.busySince = nanos.getAsLong();
        runner.busy = true;
        lock.unlock();
        try {
          task.work.run();
        } finally {
          lock.lock();
          runner.busy = false;
          task.runner = null;
          clearInterrupt();
        }
        if (queue.isEmpty() && isAllDone()) {
          lull.signalAll();
        }
      }
    } finally {
      runners.remove(runner);
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
      return runners.size();
    } finally {
      lock.unlock();
    }
  }
}
