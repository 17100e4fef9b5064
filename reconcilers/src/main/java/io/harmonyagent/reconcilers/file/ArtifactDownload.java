package io.harmonyagent.reconcilers.file;

import io.harmonyagent.core.artifact.ArtifactFetch;
import io.harmonyagent.core.artifact.Artifacts;
import io.harmonyagent.core.manifest.FileContent;
import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.NotAvailable;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * Fetches the contents of files from the artifact store: only what is wanted and fits on the disk,
 * few at a time, and never twice what the store is known to hold wrongly.
 */
final class ArtifactDownload {
  /** Each holds a chunk or two in memory. */
  private static final int AT_ONCE = 2;

  private final Artifacts artifacts;
  private final Semaphore turns = new Semaphore(AT_ONCE);

  /** Uploads that are known not to hold what their name says: not to be fetched over and over. */
  private final Map<String, String> corrupt = new ConcurrentHashMap<>();

  ArtifactDownload(Artifacts artifacts) {
    this.artifacts = artifacts;
  }

  /** The artifact as the store has it, if that can be what is wanted. */
  Artifacts.Stored find(FileContent.Artifact wanted) throws ReconcileFailure, NotAvailable {
    Artifacts.Stored stored =
        artifacts
            .find(wanted.sha256())
            .orElseThrow(
                () ->
                    new ReconcileFailure(
                        "ArtifactMissing",
                        "the store has no artifact "
                            + wanted.sha256()
                            + "; upload it with 'harmonyctl artifact put'"));
    if (stored.size() != wanted.size()) {
      throw new ReconcileFailure(
          "ArtifactMismatch",
          "artifact %s has %d bytes in the store, and %d in the manifest; correct the manifest"
              .formatted(wanted.sha256(), stored.size(), wanted.size()));
    }
    if (stored.version().equals(corrupt.get(wanted.sha256()))) {
      throw isCorrupt(wanted);
    }
    return stored;
  }

  /** What fills the file beside the target. */
  Form.Source of(
      FileContent.Artifact wanted, Artifacts.Stored stored, Path directory, Attempt attempt) {
    return channel -> {
      if (!turns.tryAcquire()) {
        throw new NotAvailable("other artifacts are being fetched; this one waits for its turn");
      }
      try {
        long missing = wanted.size() - Math.min(channel.size(), wanted.size());
        long free = Files.getFileStore(directory).getUsableSpace();
        if (free < missing) {
          throw new ReconcileFailure(
              "DiskFull",
              "artifact %s needs %d more bytes on the disk, and %d are free; free some space"
                  .formatted(wanted.sha256(), missing, free));
        }
        fetch(wanted, stored, channel, attempt);
      } finally {
        turns.release();
      }
    };
  }

  private void fetch(
      FileContent.Artifact wanted, Artifacts.Stored stored, FileChannel channel, Attempt attempt)
      throws IOException, ReconcileFailure, NotAvailable {
    try {
      ArtifactFetch fetch = new ArtifactFetch(wanted.sha256(), wanted.size(), stored);
      if (!fetch.into(channel, _ -> attempt.checkpoint())) {
        // Nothing of it is of any use, and an empty file is not kept.
        channel.truncate(0);
        corrupt.put(wanted.sha256(), stored.version());
        throw isCorrupt(wanted);
      }
    } catch (IOException e) {
      if (FileFailures.isDiskFull(e) && channel.isOpen()) {
        // Others need the space more than we need what we have.
        channel.truncate(0);
      }
      throw e;
    }
  }

  private static ReconcileFailure isCorrupt(FileContent.Artifact wanted) {
    return new ReconcileFailure(
        "ArtifactCorrupt",
        "what the store has as artifact "
            + wanted.sha256()
            + " does not have that SHA-256; upload it again");
  }
}
