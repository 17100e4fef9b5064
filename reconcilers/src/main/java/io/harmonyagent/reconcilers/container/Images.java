package io.harmonyagent.reconcilers.container;

import io.harmonyagent.core.manifest.ContainerSpec;
import io.harmonyagent.core.manifest.ImageSource;
import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.NotAvailable;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import io.harmonyagent.reconcilers.container.podman.PodmanClient;
import io.harmonyagent.reconcilers.container.podman.PodmanException;
import io.harmonyagent.reconcilers.container.podman.PodmanImage;
import io.harmonyagent.reconcilers.container.podman.PodmanPull;
import io.harmonyagent.reconcilers.container.podman.Store;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gets images onto the device. How large an image is shows only while it comes, so there must be
 * some room before, and a pull that would fill the disk is called off.
 */
final class Images {
  private static final Logger log = LoggerFactory.getLogger(Images.class);
  private static final long MEBIBYTE = 1L << 20;
  private static final long ROOM_BEFORE = 64 * MEBIBYTE;
  private static final long ROOM_WHILE = 32 * MEBIBYTE;
  private static final Duration LOOK_EVERY = Duration.ofSeconds(2);
  private static final int PULLS_AT_ONCE = 2;

  private final PodmanClient podman;
  private final PulledImages pulled;

  /** By registry: one that does not answer delays only what comes from it. */
  private final Map<String, Semaphore> pulls = new ConcurrentHashMap<>();

  Images(PodmanClient podman, PulledImages pulled) {
    this.podman = podman;
    this.pulled = pulled;
  }

  /**
   * Sees to it that the image is there, as its pull policy says. If it has to be pulled, {@code
   * meanwhile} is called first, and now and then while it comes.
   */
  PodmanImage ensure(ImageSource source, Attempt attempt, Runnable meanwhile)
      throws ReconcileFailure, NotAvailable {
    String reference = source.reference();
    try {
      Optional<PodmanImage> present = podman.image(reference);
      boolean ask =
          switch (source.pull()) {
            case NEVER -> false;
            case MISSING -> present.isEmpty();
            case ALWAYS -> present.isEmpty() || source.isByTag();
          };
      if (ask) {
        attempt.checkpoint();
        meanwhile.run();
        return pull(reference, present, meanwhile);
      }
      return present.orElseThrow(
          () ->
              new ReconcileFailure(
                  "ImageMissing", reference + " is not on the device, and \"pull\" is \"never\""));
    } catch (PodmanException e) {
      throw Failures.of("RuntimeError", "looking for the image " + reference, e);
    }
  }

  /** What a tag stands for now. That the registry does not answer is no reason to stop anything. */
  Optional<String> follow(String reference) {
    try {
      return Optional.of(pull(reference, podman.image(reference), () -> {}).digest());
    } catch (PodmanException | ReconcileFailure | NotAvailable e) {
      log.info("cannot find out whether {} was moved: {}", reference, e.getMessage());
      return Optional.empty();
    }
  }

  /** Why the image cannot be had, as far as that shows without pulling it. */
  Optional<String> obstacle(ImageSource source) throws NotAvailable {
    String reference = source.reference();
    try {
      if (podman.image(reference).isPresent()) {
        return Optional.empty();
      }
      if (source.pull() == ImageSource.Pull.NEVER) {
        return Optional.of(reference + " is not on the device, and \"pull\" is \"never\"");
      }
      Store store = podman.store();
      if (store.freeBytes() < ROOM_BEFORE) {
        return Optional.of(noRoom(reference, store.freeBytes(), ROOM_BEFORE));
      }
      podman.checkManifest(reference);
      return Optional.empty();
    } catch (PodmanException.Unreachable e) {
      throw Failures.notAvailable(e);
    } catch (PodmanException e) {
      return Optional.of(reference + " cannot be pulled: " + e.getMessage());
    }
  }

  private PodmanImage pull(String reference, Optional<PodmanImage> present, Runnable meanwhile)
      throws ReconcileFailure, NotAvailable {
    Semaphore turns =
        pulls.computeIfAbsent(registryOf(reference), _ -> new Semaphore(PULLS_AT_ONCE));
    try {
      while (!turns.tryAcquire(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
        meanwhile.run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ReconcileFailure("Abandoned", "called off before " + reference + " was pulled");
    }
    try {
      requireRoom(reference, ROOM_BEFORE);
      String id = receive(reference, meanwhile);
      if (present.filter(image -> image.id().equals(id)).isEmpty()) {
        pulled.pulled(id);
      }
      return podman
          .image(reference)
          .orElseThrow(
              () -> new ReconcileFailure("ImagePullFailed", reference + " went away again"));
    } catch (PodmanException e) {
      throw Failures.of("ImagePullFailed", "pulling " + reference, e);
    } catch (IOException e) {
      throw new ReconcileFailure(
          "LedgerUnavailable", "cannot record that an image was pulled: " + e.getMessage());
    } finally {
      turns.release();
    }
  }

  static String registryOf(String reference) {
    return reference.substring(0, Math.max(0, reference.indexOf('/')));
  }

  private String receive(String reference, Runnable meanwhile)
      throws PodmanException, ReconcileFailure {
    AtomicLong free = new AtomicLong(Long.MAX_VALUE);
    try (PodmanPull pull = podman.pull(reference)) {
      return pull.finish(
          LOOK_EVERY,
          ContainerSpec.LONGEST_PULL,
          () -> {
            meanwhile.run();
            free.set(podman.store().freeBytes());
            return free.get() >= ROOM_WHILE;
          });
    } catch (PodmanException e) {
      if (free.get() < ROOM_WHILE) {
        throw new ReconcileFailure("DiskSpace", noRoom(reference, free.get(), ROOM_WHILE));
      }
      throw e;
    }
  }

  private void requireRoom(String reference, long bytes) throws PodmanException, ReconcileFailure {
    Store store = podman.store();
    if (store.freeBytes() < bytes) {
      throw new ReconcileFailure("DiskSpace", noRoom(reference, store.freeBytes(), bytes));
    }
  }

  private static String noRoom(String reference, long free, long wanted) {
    return "no room to pull "
        + reference
        + ": "
        + free / MEBIBYTE
        + " MiB are free where podman keeps images, at least "
        + wanted / MEBIBYTE
        + " MiB are needed; free some space on the device";
  }
}
