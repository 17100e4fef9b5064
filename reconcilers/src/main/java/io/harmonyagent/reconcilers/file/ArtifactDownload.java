package io.harmonyagent.reconcilers.file;

import io.harmonyagent.core.artifact.Artifacts;
import io.harmonyagent.core.manifest.FileContent;
import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.NotAvailable;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches artifacts, one chunk at a time, into a file that stays when the line or the agent breaks:
 * the next try goes on at the last whole chunk. What was there is believed only as far as the hash
 * of all of it is right in the end; if it is not, all is fetched anew, once.
 */
final class ArtifactDownload {
  private static final Logger log = LoggerFactory.getLogger(ArtifactDownload.class);

  /** Each holds a chunk or two in memory. */
  private static final int AT_ONCE = 2;

  private static final long SYNC_EVERY_BYTES = 4 * 1024 * 1024;
  private static final int LETTERS_FOR_PEOPLE = 12;

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
    long start = usable(channel.size(), wanted, stored);
    if (start > 0 && isWhole(wanted, stored, channel, start, attempt)) {
      return;
    }
    if (!isWhole(wanted, stored, channel, 0, attempt)) {
      // Nothing of it is of any use, and an empty file is not kept.
      channel.truncate(0);
      corrupt.put(wanted.sha256(), stored.version());
      throw isCorrupt(wanted);
    }
  }

  /** How much of what is there was whole chunks; all of it if nothing is missing. */
  private static long usable(long length, FileContent.Artifact wanted, Artifacts.Stored stored) {
    if (length >= wanted.size()) {
      return length == wanted.size() ? length : 0;
    }
    return length - length % stored.chunkBytes();
  }

  /** Goes on at {@code start}; returns whether the file then holds what is wanted. */
  private static boolean isWhole(
      FileContent.Artifact wanted,
      Artifacts.Stored stored,
      FileChannel channel,
      long start,
      Attempt attempt)
      throws IOException, ReconcileFailure, NotAvailable {
    attempt.checkpoint();
    channel.truncate(start);
    channel.position(0);
    Hasher hasher = new Hasher();
    hasher.readAll(channel);
    log.info(
        "artifact {}: fetching {} bytes, {} are here already",
        wanted.sha256().substring(0, LETTERS_FOR_PEOPLE),
        wanted.size() - start,
        start);
    long synced = start;
    for (long at = start; at < wanted.size(); at = channel.position()) {
      Optional<byte[]> chunk = stored.chunk(at / stored.chunkBytes());
      if (chunk.isEmpty() || chunk.get().length == 0 || chunk.get().length > wanted.size() - at) {
        return false;
      }
      hasher.add(chunk.get());
      attempt.checkpoint();
      write(channel, chunk.get());
      if (channel.position() - synced >= SYNC_EVERY_BYTES) {
        channel.force(false);
        synced = channel.position();
      }
    }
    return hasher.hex().equals(wanted.sha256());
  }

  private static void write(FileChannel channel, byte[] chunk) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(chunk);
    try {
      while (buffer.hasRemaining()) {
        channel.write(buffer);
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
