package io.harmonyagent.reconcilers.container;

import io.harmonyagent.core.manifest.ContainerFiles;
import io.harmonyagent.core.manifest.VolumeMount;
import io.harmonyagent.reconcilers.container.podman.PodmanClient;
import io.harmonyagent.reconcilers.container.podman.PodmanContainer;
import io.harmonyagent.reconcilers.container.podman.PodmanException;
import io.harmonyagent.reconcilers.container.podman.PodmanVolume;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the container before it kept in volumes without a name, as an image with {@code VOLUME} gets
 * them: its successor has it too, at the same paths, unless its spec has something else there.
 *
 * @param areTheirs whether somebody else's container came with them, which was adopted: then we
 *     never remove them
 */
record CarriedVolumes(List<PodmanVolume> volumes, boolean areTheirs) {
  static final CarriedVolumes NONE = new CarriedVolumes(List.of(), false);

  CarriedVolumes {
    volumes = List.copyOf(volumes);
  }

  static CarriedVolumes from(
      PodmanClient podman, Labels labels, Optional<PodmanContainer> before, ContainerFiles files)
      throws PodmanException {
    if (before.isEmpty()) {
      return NONE;
    }
    boolean areTheirs = !labels.areOn(before.get()) || Labels.hasVolumesOfOthers(before.get());
    return new CarriedVolumes(free(podman.anonymousVolumes(before.get().id()), files), areTheirs);
  }

  /**
   * Removes one of ours with the volumes that only it has; never those that came with somebody
   * else's.
   */
  static void removeWith(PodmanContainer container, PodmanClient podman) throws PodmanException {
    if (Labels.hasVolumesOfOthers(container)) {
      podman.remove(container.id());
    } else {
      podman.removeWithVolumes(container.id());
    }
  }

  /** Those at whose path the spec has nothing of its own. */
  static List<PodmanVolume> free(List<PodmanVolume> volumes, ContainerFiles files) {
    Set<String> taken = new HashSet<>();
    files.volumes().stream().map(VolumeMount::path).forEach(taken::add);
    taken.addAll(files.tmpfs().keySet());
    return volumes.stream().filter(volume -> !taken.contains(volume.path())).toList();
  }
}
