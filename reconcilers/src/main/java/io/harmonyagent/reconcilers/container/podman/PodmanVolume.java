package io.harmonyagent.reconcilers.container.podman;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A volume that nobody gave a name: podman made it for a container, since its image, or whoever
 * made it, wanted one at that path.
 *
 * @param name by which it can be mounted again: 64 hexadecimal digits
 * @param path where the container has it
 */
public record PodmanVolume(String name, String path, boolean readOnly) {
  private static final Pattern ANONYMOUS = Pattern.compile("[0-9a-f]{64}");

  /** Those of the answer to {@code containers/NAME/json}. */
  static List<PodmanVolume> anonymousOf(Fields inspected) throws InvalidDocument {
    List<PodmanVolume> volumes = new ArrayList<>();
    for (Fields mount : inspected.objects("Mounts")) {
      String name = mount.optionalText("Name").orElse("");
      boolean isVolume = mount.optionalText("Type").filter("volume"::equals).isPresent();
      if (isVolume && ANONYMOUS.matcher(name).matches()) {
        volumes.add(new PodmanVolume(name, mount.text("Destination"), !mount.flag("RW", true)));
      }
    }
    return volumes;
  }
}
