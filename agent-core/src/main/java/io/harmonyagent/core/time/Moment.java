package io.harmonyagent.core.time;

import java.time.Duration;
import java.time.Instant;

/**
 * One reading of both clocks. The wall clock is for people and may jump (a Pi has no battery-backed
 * clock); every duration is taken from the monotonic one.
 */
public record Moment(Instant wall, long monotonicNanos) {
  public Moment plus(Duration duration) {
    return new Moment(wall.plus(duration), monotonicNanos + duration.toNanos());
  }

  public Duration since(Moment earlier) {
    return Duration.ofNanos(monotonicNanos - earlier.monotonicNanos);
  }

  public boolean isBefore(Moment other) {
    return monotonicNanos - other.monotonicNanos < 0;
  }
}
