package io.harmonyagent.failover.systemd;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** How jobs ended. A job may have ended before its number is known to whoever asked for it. */
final class EndedJobs {
  private static final int KEPT = 256;

  private final Map<String, String> results =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
          return size() > KEPT;
        }
      };
  private long losses;

  synchronized void ended(String job, String result) {
    results.put(job, result);
    notifyAll();
  }

  /** Whoever waits will hear nothing any more. */
  synchronized void connectionLost() {
    losses++;
    notifyAll();
  }

  /** Nothing when it did not end in time, or that could not be heard. */
  synchronized Optional<String> await(String job, Duration within) throws InterruptedException {
    long endNs = System.nanoTime() + within.toNanos();
    long before = losses;
    while (!results.containsKey(job) && losses == before) {
      long leftMs = (endNs - System.nanoTime()) / 1_000_000;
      if (leftMs <= 0) {
        return Optional.empty();
      }
      wait(leftMs);
    }
    return Optional.ofNullable(results.get(job));
  }
}
