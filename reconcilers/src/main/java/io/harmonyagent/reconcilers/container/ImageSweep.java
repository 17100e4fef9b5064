package io.harmonyagent.reconcilers.container;

import io.harmonyagent.core.time.Moment;
import io.harmonyagent.reconcilers.container.podman.PodmanClient;
import io.harmonyagent.reconcilers.container.podman.PodmanContainer;
import io.harmonyagent.reconcilers.container.podman.PodmanException;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Now and then removes images that we pulled and that nobody has used for long. */
final class ImageSweep {
  private static final Logger log = LoggerFactory.getLogger(ImageSweep.class);
  private static final Duration LONGEST_PAUSE = Duration.ofHours(1);

  private final PodmanClient podman;
  private final PulledImages pulled;
  private final Duration pause;
  private Optional<Moment> last = Optional.empty();

  ImageSweep(PodmanClient podman, PulledImages pulled, Duration keepUnused) {
    this.podman = podman;
    this.pulled = pulled;
    this.pause = keepUnused.compareTo(LONGEST_PAUSE) < 0 ? keepUnused : LONGEST_PAUSE;
  }

  /** Whether it is time for it, which only one of those that ask at once is told. */
  synchronized boolean isDue(Moment now) {
    boolean due = last.isEmpty() || now.since(last.get()).compareTo(pause) >= 0;
    if (due && !pulled.isEmpty()) {
      last = Optional.of(now);
      return true;
    }
    return false;
  }

  /** {@code all} are the device's containers, whoever made them, running or not. */
  void sweep(Collection<PodmanContainer> all, Moment now) {
    Set<String> inUse =
        all.stream().map(PodmanContainer::imageId).collect(Collectors.toUnmodifiableSet());
    try {
      for (String id : pulled.expired(inUse, now.wall())) {
        remove(id);
      }
    } catch (IOException e) {
      log.warn("cannot keep the record of images, so none is removed: {}", e.getMessage());
    }
  }

  private void remove(String id) throws IOException {
    try {
      // Not by force: podman itself refuses to remove one that a container uses.
      podman.removeImage(id);
      pulled.removed(id);
      log.info("image {} was not used for long and is removed", id);
    } catch (PodmanException e) {
      log.debug("image {} stays: {}", id, e.getMessage());
    }
  }
}
