package io.harmonyagent.core.manifest;

import java.time.Duration;
import java.util.List;

/**
 * A command inside of a container whose success says that the container is well.
 *
 * @param retries so many failures in a row make it unhealthy
 * @param startPeriod failures before its end do not count
 */
public record HealthCheck(
    List<String> command, Duration interval, Duration timeout, long retries, Duration startPeriod) {
  public HealthCheck {
    command = List.copyOf(command);
  }
}
