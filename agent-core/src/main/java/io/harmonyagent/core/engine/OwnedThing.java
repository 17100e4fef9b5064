package io.harmonyagent.core.engine;

import io.harmonyagent.core.manifest.FileSpec;
import io.harmonyagent.core.manifest.ResourceSpec;
import io.harmonyagent.core.manifest.UnknownSpec;
import java.util.Optional;

/**
 * Something on the device that we made, so that we may delete it.
 *
 * @param kind the resource kind that made it
 * @param key what identifies it on the device: a path, a container's name, …
 */
public record OwnedThing(String kind, String key) {
  /** What a resource with this spec makes; nothing for a kind that we do not know. */
  public static Optional<OwnedThing> of(ResourceSpec spec) {
    return switch (spec) {
      case FileSpec file -> Optional.of(new OwnedThing(FileSpec.KIND, file.path()));
      case UnknownSpec _ -> Optional.empty();
    };
  }
}
