package io.harmonyagent.core.engine;

import io.harmonyagent.core.manifest.ContainerSpec;
import io.harmonyagent.core.manifest.FileSpec;
import io.harmonyagent.core.manifest.PostgresSiteSpec;
import io.harmonyagent.core.manifest.ResourceSpec;
import io.harmonyagent.core.manifest.SystemdUnitSpec;
import io.harmonyagent.core.manifest.UnknownSpec;
import java.util.Optional;

/**
 * Something on the device that we made, so that we may delete it.
 *
 * <p>Equality is written out: what the compiler would generate runs far slower in a native image
 * (adr/0004), and this is asked for with every look at every resource.
 *
 * @param kind the resource kind that made it
 * @param key what identifies it on the device: a path, a container's name, …
 */
public record OwnedThing(String kind, String key) {
  /** What a resource with this spec makes; nothing for a kind that we do not know. */
  public static Optional<OwnedThing> of(ResourceSpec spec) {
    return switch (spec) {
      case FileSpec file -> Optional.of(new OwnedThing(FileSpec.KIND, file.path()));
      case SystemdUnitSpec unit -> Optional.of(new OwnedThing(SystemdUnitSpec.KIND, unit.name()));
      case ContainerSpec container ->
          Optional.of(new OwnedThing(ContainerSpec.KIND, container.name()));
      case PostgresSiteSpec site ->
          Optional.of(new OwnedThing(PostgresSiteSpec.KIND, site.cluster()));
      case UnknownSpec _ -> Optional.empty();
    };
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof OwnedThing that && key.equals(that.key) && kind.equals(that.kind));
  }

  @Override
  public int hashCode() {
    return 31 * key.hashCode() + kind.hashCode();
  }
}
