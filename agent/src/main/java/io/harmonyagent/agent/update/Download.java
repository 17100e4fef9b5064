package io.harmonyagent.agent.update;

import io.harmonyagent.core.artifact.ArtifactFetch;
import io.harmonyagent.core.artifact.Artifacts;
import io.harmonyagent.core.files.Directories;
import io.harmonyagent.core.manifest.AgentRelease;
import io.harmonyagent.core.reconcile.NotAvailable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/**
 * Brings the image of a build here, no faster than it may, and goes on where it was interrupted. It
 * leaves some of the disk free: the workloads need it more.
 */
public final class Download {
  private static final long LEAVE_FREE_BYTES = 16 * 1024 * 1024;

  private final Artifacts store;
  private final BuildImages images;
  private final long rateBytes;

  public Download(Artifacts store, BuildImages images, long rateBytes) {
    this.store = store;
    this.images = images;
    this.rateBytes = rateBytes;
  }

  void bring(AgentRelease release) throws Setback, NotAvailable, InterruptedException {
    if (isHere(release)) {
      return;
    }
    Artifacts.Stored stored =
        store
            .find(release.sha256())
            .orElseThrow(
                () ->
                    new Setback(
                        "ArtifactMissing",
                        "the store has no artifact "
                            + release.sha256()
                            + "; upload it with 'harmonyctl update push'"));
    if (stored.size() != release.size()) {
      throw Setback.refusal(
          "ArtifactMismatch",
          "its image has %d bytes in the store, and %d in the manifest"
              .formatted(stored.size(), release.size()));
    }
    fetch(release, stored);
  }

  /** One that the card has damaged meanwhile is not. */
  private boolean isHere(AgentRelease release) throws Setback {
    if (!images.has(release.sha256())) {
      return false;
    }
    if (images.isIntact(release.sha256())) {
      return true;
    }
    try {
      images.discard(release.sha256());
      return false;
    } catch (IOException e) {
      throw new Setback("IoError", "its image is damaged and cannot be removed: " + e.getMessage());
    }
  }

  private void fetch(AgentRelease release, Artifacts.Stored stored)
      throws Setback, NotAvailable, InterruptedException {
    Path file = images.unfinished(release.sha256());
    try {
      Directories.createPrivate(images.directory());
      // Or it would be fetched again and again, and wear out the card.
      if (images.isKnownCorrupt(release.sha256(), stored.version())) {
        throw corrupt();
      }
      boolean whole;
      try (FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        requireSpace(release, channel.size());
        ArtifactFetch fetch = new ArtifactFetch(release.sha256(), release.size(), stored);
        whole = fetch.into(channel, this::notTooFast);
        channel.force(true);
      }
      if (!whole) {
        images.rememberCorrupt(release.sha256(), stored.version());
        throw corrupt();
      }
      images.finish(release.sha256());
    } catch (IOException e) {
      throw new Setback("IoError", "its image cannot be written: " + e.getMessage());
    }
  }

  private static Setback corrupt() {
    return Setback.refusal(
        "ArtifactCorrupt",
        "what the store has as its image does not have the SHA-256 that it should; upload it"
            + " again");
  }

  private void requireSpace(AgentRelease release, long here) throws Setback, IOException {
    long missing = release.size() - Math.min(here, release.size());
    long free = Files.getFileStore(images.directory()).getUsableSpace();
    if (missing > 0 && free < missing + LEAVE_FREE_BYTES) {
      throw new Setback(
          "DiskFull",
          "its image needs %d more bytes on the disk, of which %d are free and %d stay free; free some"
                  .formatted(missing, free, LEAVE_FREE_BYTES)
              + " space");
    }
  }

  private void notTooFast(int bytes) throws InterruptedException {
    Thread.sleep(Duration.ofNanos(bytes * Duration.ofSeconds(1).toNanos() / rateBytes));
  }
}
