package io.harmonyagent.core.manifest;

import java.time.Duration;
import java.util.Optional;

/**
 * How a container starts, is judged and ends.
 *
 * @param health absent: the image's own check, if it has one
 * @param startTimeout how long it may take to become healthy
 * @param stopTimeout how long it may take to end before it is killed
 */
public record ContainerLife(
    Restart restart, Optional<HealthCheck> health, Duration startTimeout, Duration stopTimeout) {
  /** What follows when it ends. */
  public enum Restart {
    ALWAYS,
    ON_FAILURE,
    NO
  }
}
