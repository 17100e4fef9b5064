package io.harmonyagent.reconcilers.container.podman;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import java.util.Map;
import java.util.Optional;

/**
 * Something happened to a container.
 *
 * @param attributes its labels among them
 * @param health what the health check found, where that is what happened
 */
public record PodmanEvent(
    String action, String containerId, Map<String, String> attributes, Optional<String> health) {

  static PodmanEvent read(Fields in) throws InvalidDocument {
    Fields actor = in.object("Actor");
    return new PodmanEvent(
        in.text("Action"),
        actor.optionalText("ID").orElse(""),
        Map.copyOf(actor.textMap("Attributes")),
        in.optionalText("HealthStatus"));
  }
}
