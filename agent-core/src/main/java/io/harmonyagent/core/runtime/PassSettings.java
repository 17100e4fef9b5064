package io.harmonyagent.core.runtime;

import java.time.Duration;

/**
 * How often everything is looked at.
 *
 * @param interval between two passes over everything
 * @param thoroughEvery every how many passes nothing remembered is trusted
 */
public record PassSettings(Duration interval, int thoroughEvery) {
  public static final PassSettings DEFAULTS = new PassSettings(Duration.ofSeconds(60), 10);
}
