package io.harmonyagent.core.artifact;

import io.harmonyagent.core.reconcile.NotAvailable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches one artifact, one chunk at a time, into a file that stays when the line or the agent
 * breaks: the next try goes on at the last whole chunk. What was there is believed only as far as
 * the hash of all of it is right in the end; if it is not, all is fetched anew, once.
 */
public final class ArtifactFetch {
  private static final Logger log = LoggerFactory.getLogger(ArtifactFetch.class);
  private static final long SYNC_EVERY_BYTES = 4 * 1024 * 1024;
  private static final int LETTERS_FOR_PEOPLE = 12;

  /** Called with the size of what comes next, before it is written; throws to call it all off. */
  @FunctionalInterface
  public interface Checkpoint<E extends Exception> {
    void before(int bytes) throws E;
  }

  private final String sha256;
  private final long size;
  private final Artifacts.Stored stored;

  public ArtifactFetch(String sha256, long size, Artifacts.Stored stored) {
    this.sha256 = sha256;
    this.size = size;
    this.stored = stored;
  }

  /** Returns whether the file then holds the artifact; if not, the store does not have it. */
  public <E extends Exception> boolean into(FileChannel channel, Checkpoint<E> checkpoint)
      throws IOException, NotAvailable, E {
    long start = usable(channel.size());
    return (start > 0 && isWhole(channel, start, checkpoint)) || isWhole(channel, 0, checkpoint);
  }

  /** How much of what is there was whole chunks; all of it if nothing is missing. */
  private long usable(long length) {
    if (length >= size) {
      return length == size ? length : 0;
    }
    return length - length % stored.chunkBytes();
  }

  /** Goes on at {@code start}; returns whether the file then holds what is wanted. */
  private <E extends Exception> boolean isWhole(
      FileChannel channel, long start, Checkpoint<E> checkpoint)
      throws IOException, NotAvailable, E {
    checkpoint.before(0);
    channel.truncate(start);
    channel.position(0);
    Hasher hasher = new Hasher();
    hasher.readAll(channel);
    log.info(
        "artifact {}: fetching {} bytes, {} are here already",
        sha256.substring(0, LETTERS_FOR_PEOPLE),
        size - start,
        start);
    long synced = start;
    for (long at = start; at < size; at = channel.position()) {
      Optional<byte[]> chunk = stored.chunk(at / stored.chunkBytes());
      if (chunk.isEmpty() || chunk.get().length == 0 || chunk.get().length > size - at) {
        return false;
      }
      hasher.add(chunk.get());
      checkpoint.before(chunk.get().length);
      write(channel, chunk.get());
      if (channel.position() - synced >= SYNC_EVERY_BYTES) {
        channel.force(false);
        synced = channel.position();
      }
    }
    return hasher.hex().equals(sha256);
  }

  private static void write(FileChannel channel, byte[] chunk) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(chunk);
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }
}
