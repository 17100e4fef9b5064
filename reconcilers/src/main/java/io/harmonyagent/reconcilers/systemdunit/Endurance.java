package io.harmonyagent.reconcilers.systemdunit;

import io.harmonyagent.core.time.Moment;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Whether units stay up. One that systemd restarts again and again keeps dying, though each time it
 * is looked at it may be running; and one that we start again and again must get longer and longer
 * pauses.
 */
final class Endurance {
  /** Who was up for so long has recovered. */
  static final Duration STABLE = Duration.ofSeconds(30);

  /** So many restarts within {@link #WINDOW} are a loop. */
  static final int LOOP = 3;

  static final Duration WINDOW = Duration.ofMinutes(10);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

  /** What is known of one unit. */
  private static final class History {
    private final Deque<Moment> restarts = new ArrayDeque<>();
    private long counted = -1;
    private Optional<Moment> started = Optional.empty();
    private String startJob = "";
    private int starts;
    private String lastEnd = "";
  }

  private final Map<String, History> histories = new ConcurrentHashMap<>();

  void forget(String name) {
    histories.remove(name);
  }

  /** We started it, by this job. */
  void started(String name, String job, Moment now) {
    History history = history(name);
    synchronized (history) {
      history.starts++;
      history.started = Optional.of(now);
      history.startJob = job;
    }
  }

  /** Somebody stopped it, so it did not die by itself. */
  void stopped(String name) {
    History history = history(name);
    synchronized (history) {
      history.starts = 0;
    }
  }

  /** Whether this job was our last start of it, or we never started it. */
  boolean isOurs(String name, String job) {
    History history = history(name);
    synchronized (history) {
      return history.startJob.isEmpty() || history.startJob.equals(job);
    }
  }

  /** It is up; after long enough all is forgiven. */
  void seenUp(String name, Moment now) {
    History history = history(name);
    synchronized (history) {
      if (history.started.filter(at -> now.since(at).compareTo(STABLE) >= 0).isPresent()) {
        history.starts = 0;
      }
    }
  }

  /** How often we started it in a row without its having lasted. */
  int starts(String name) {
    History history = history(name);
    synchronized (history) {
      return history.starts;
    }
  }

  /** How it was last seen to have ended, which {@code now} says unless it is empty. */
  String lastEnd(String name, String now) {
    History history = history(name);
    synchronized (history) {
      history.lastEnd = now.isEmpty() ? history.lastEnd : now;
      return history.lastEnd;
    }
  }

  /** How long it must not be started yet: the first time at once, then after growing pauses. */
  Duration startIn(String name, Moment now) {
    History history = history(name);
    synchronized (history) {
      if (history.started.isEmpty() || history.starts < 2) {
        return Duration.ZERO;
      }
      Duration left = pause(history.starts).minus(now.since(history.started.get()));
      return left.isNegative() ? Duration.ZERO : left;
    }
  }

  /** Takes note of systemd's counter; whether the unit was restarted too often of late. */
  boolean isRestartedTooOften(String name, long counter, Moment now) {
    History history = history(name);
    synchronized (history) {
      if (history.counted < 0 || counter < history.counted) {
        // Seen for the first time, or counted anew: what was before is as good as now.
        history.restarts.clear();
        history.counted = 0;
      }
      for (long i = Math.max(history.counted, counter - LOOP); i < counter; i++) {
        history.restarts.addLast(now);
      }
      history.counted = counter;
      while (history.restarts.size() > LOOP) {
        history.restarts.removeFirst();
      }
      return history.restarts.size() == LOOP
          && now.since(history.restarts.getFirst()).compareTo(WINDOW) < 0;
    }
  }

  private History history(String name) {
    return histories.computeIfAbsent(name, _ -> new History());
  }

  private static Duration pause(int starts) {
    Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(starts - 2, 10));
    return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
  }
}
