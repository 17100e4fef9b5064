package io.harmonyagent.reconcilers.systemdunit;

import io.harmonyagent.core.reconcile.ReconcileFailure;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How jobs of systemd ended. A job may have ended before whoever queued it knows its number, so the
 * last results are kept for a while.
 */
final class Jobs {
  private static final int KEPT = 512;

  /** A map that forgets what was put first. */
  private static final class Recent extends LinkedHashMap<String, String> {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
      return size() > KEPT;
    }
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition change = lock.newCondition();
  private final Map<String, String> results = new Recent();
  private final Map<String, String> lastOfUnit = new Recent();
  private long losses;

  void ended(String job, String unit, String result) {
    lock.lock();
    try {
      results.put(job, result);
      lastOfUnit.put(unit, job);
      change.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void connectionLost() {
    lock.lock();
    try {
      losses++;
      change.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The job that was last heard to have ended for this unit. */
  Optional<String> lastOf(String unit) {
    lock.lock();
    try {
      return Optional.ofNullable(lastOfUnit.get(unit));
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for the end of a job; nothing if it did not end in time, or if that could not be heard.
   */
  Optional<String> await(String job, Duration limit) throws ReconcileFailure {
    lock.lock();
    try {
      long lossesBefore = losses;
      long left = limit.toNanos();
      while (!results.containsKey(job) && left > 0 && losses == lossesBefore) {
        left = change.awaitNanos(left);
      }
      return Optional.ofNullable(results.get(job));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ReconcileFailure("Abandoned", "was called off while it waited for a job");
    } finally {
      lock.unlock();
    }
  }
}
