package io.harmonyagent.reconcilers.file;

import io.harmonyagent.core.artifact.Artifacts;
import io.harmonyagent.core.manifest.FileContent;
import io.harmonyagent.core.manifest.Sha256;
import io.harmonyagent.core.reconcile.NotAvailable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** An artifact store in memory, which can break in every way that a real one does. */
final class ArtifactShelf implements Artifacts {
  static final int CHUNK_BYTES = 1000;

  private final Map<String, byte[]> artifacts = new HashMap<>();
  private final Map<String, Integer> uploads = new HashMap<>();
  private final Map<String, Long> pretended = new HashMap<>();
  private int chunksUntilBroken = Integer.MAX_VALUE;
  private boolean cannotSeek;
  private Runnable afterChunk = () -> {};
  private int fetched;

  FileContent.Artifact put(byte[] content) {
    String sha256 = Sha256.hex(content);
    put(sha256, content);
    return new FileContent.Artifact(sha256, content.length);
  }

  /** Under a name that may be wrong. */
  void put(String sha256, byte[] content) {
    artifacts.put(sha256, content);
    uploads.merge(sha256, 1, Integer::sum);
  }

  /** As if there were one of this size. */
  void pretend(String sha256, long size) {
    pretended.put(sha256, size);
    put(sha256, new byte[0]);
  }

  void breaksAfter(int chunks) {
    chunksUntilBroken = chunks;
  }

  void works() {
    chunksUntilBroken = Integer.MAX_VALUE;
  }

  void cannotSeek() {
    cannotSeek = true;
  }

  void afterEachChunk(Runnable action) {
    afterChunk = action;
  }

  /** How many chunks were handed out so far. */
  int fetched() {
    return fetched;
  }

  @Override
  public Optional<Stored> find(String sha256) throws NotAvailable {
    if (chunksUntilBroken < 0) {
      throw Artifacts.notAvailable("broken");
    }
    return Optional.ofNullable(artifacts.get(sha256)).map(bytes -> new OnShelf(sha256, bytes));
  }

  private final class OnShelf implements Stored {
    private final String sha256;
    private final byte[] bytes;
    private long next;

    private OnShelf(String sha256, byte[] bytes) {
      this.sha256 = sha256;
      this.bytes = bytes;
    }

    @Override
    public long size() {
      return pretended.getOrDefault(sha256, (long) bytes.length);
    }

    @Override
    public int chunkBytes() {
      return CHUNK_BYTES;
    }

    @Override
    public String version() {
      return "upload " + uploads.get(sha256);
    }

    @Override
    public Optional<byte[]> chunk(long index) throws NotAvailable {
      if (chunksUntilBroken-- <= 0) {
        throw Artifacts.notAvailable("broken");
      }
      if (cannotSeek && index != 0 && index != next) {
        return Optional.empty();
      }
      next = index + 1;
      int from = (int) index * CHUNK_BYTES;
      if (from >= bytes.length) {
        return Optional.empty();
      }
      fetched++;
      byte[] chunk = Arrays.copyOfRange(bytes, from, Math.min(from + CHUNK_BYTES, bytes.length));
      afterChunk.run();
      return Optional.of(chunk);
    }
  }
}
