package io.harmonyagent.reconcilers.container.podman;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A container as podman describes it, the same from a list of all as from a look at one.
 *
 * @param startedAt the last start; the epoch or before where there was none
 * @param health absent where there is no health check
 */
public record PodmanContainer(
    String id,
    String name,
    String imageId,
    Map<String, String> labels,
    Run run,
    int exitCode,
    Instant startedAt,
    Instant finishedAt,
    Optional<Health> health) {

  /** What its process is at. */
  public enum Run {
    /** Made, and never started since, or since the device booted. */
    CREATED,
    RUNNING,
    PAUSED,
    EXITED,
    /** Being stopped or removed by somebody. */
    ENDING
  }

  /** What its health check says. */
  public enum Health {
    STARTING,
    HEALTHY,
    UNHEALTHY
  }

  public boolean hasLabel(String key, String value) {
    return value.equals(labels.get(key));
  }

  /** Of an entry of {@code containers/json}. */
  static PodmanContainer listed(Fields in) throws InvalidDocument {
    List<String> names = in.texts("Names");
    return new PodmanContainer(
        in.text("Id"),
        names.isEmpty() ? "" : names.getFirst(),
        in.optionalText("ImageID").orElse(""),
        Map.copyOf(in.textMap("Labels")),
        run(in.text("State")),
        in.optionalInteger("ExitCode").orElse(0L).intValue(),
        Instant.ofEpochSecond(in.optionalInteger("StartedAt").orElse(0L)),
        Instant.ofEpochSecond(in.optionalInteger("ExitedAt").orElse(0L)),
        health(in.optionalText("Status").orElse("")));
  }

  /** Of the answer to {@code containers/NAME/json}. */
  static PodmanContainer inspected(Fields in) throws InvalidDocument {
    Fields state = in.object("State");
    Optional<Fields> health = state.optionalObject("Health");
    if (health.isEmpty()) {
      // Some versions of podman 4 say it in Docker's word.
      health = state.optionalObject("Healthcheck");
    }
    return new PodmanContainer(
        in.text("Id"),
        in.text("Name"),
        in.optionalText("Image").orElse(""),
        Map.copyOf(in.object("Config").textMap("Labels")),
        run(state.text("Status")),
        state.optionalInteger("ExitCode").orElse(0L).intValue(),
        instant(state, "StartedAt"),
        instant(state, "FinishedAt"),
        health.isEmpty()
            ? Optional.empty()
            : health(health.get().optionalText("Status").orElse("")));
  }

  private static Run run(String word) {
    return switch (word) {
      case "running" -> Run.RUNNING;
      case "paused" -> Run.PAUSED;
      case "exited", "stopped" -> Run.EXITED;
      case "stopping", "removing" -> Run.ENDING;
      default -> Run.CREATED;
    };
  }

  private static Optional<Health> health(String word) {
    return switch (word) {
      case "starting" -> Optional.of(Health.STARTING);
      case "healthy" -> Optional.of(Health.HEALTHY);
      case "unhealthy" -> Optional.of(Health.UNHEALTHY);
      default -> Optional.empty();
    };
  }

  private static Instant instant(Fields in, String key) throws InvalidDocument {
    try {
      // With an offset: podman writes its own time zone.
      return OffsetDateTime.parse(in.text(key)).toInstant();
    } catch (DateTimeParseException e) {
      return Instant.EPOCH;
    }
  }
}
