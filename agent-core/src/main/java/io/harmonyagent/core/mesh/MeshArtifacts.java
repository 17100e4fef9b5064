package io.harmonyagent.core.mesh;

import io.harmonyagent.core.artifact.Artifacts;
import io.harmonyagent.core.reconcile.NotAvailable;
import io.nats.client.Connection;
import io.nats.client.Message;
import java.util.Optional;

/** The artifacts of the mesh. */
public final class MeshArtifacts implements Artifacts {
  /** A chunk is in memory as a whole, sometimes twice. */
  private static final int LARGEST_CHUNK_BYTES = 1024 * 1024;

  private final MeshLink link;

  public MeshArtifacts(MeshLink link) {
    this.link = link;
  }

  @Override
  public Optional<Stored> find(String sha256) throws NotAvailable {
    Optional<Connection> connection = link.connection();
    if (connection.isEmpty()) {
      throw Artifacts.notAvailable(
          link.isWanted() ? "the mesh is not connected" : "this run works without the mesh");
    }
    ObjectStore store = new ObjectStore(connection.get());
    try {
      Optional<ObjectStore.Info> info = store.info(sha256);
      if (info.isPresent() && info.get().chunkBytes() > LARGEST_CHUNK_BYTES) {
        throw Artifacts.notAvailable(
            "artifact "
                + sha256
                + " is in chunks of more than 1 MiB; upload it with 'harmonyctl artifact put'");
      }
      return info.map(found -> new InChunks(store, found));
    } catch (MeshUnavailable e) {
      throw Artifacts.notAvailable(String.valueOf(e.getMessage()));
    }
  }

  /**
   * An object that is read from the front, or from the middle on if its chunks stand in one row
   * right before its description: then each one's place can be told from its number, and that no
   * other message came between them is seen on the way to the end.
   */
  private static final class InChunks implements Stored {
    private final ObjectStore store;
    private final ObjectStore.Info info;
    private long next;
    private long atOrBehind = 1;
    private boolean inOneRow;

    private InChunks(ObjectStore store, ObjectStore.Info info) {
      this.store = store;
      this.info = info;
    }

    @Override
    public long size() {
      return info.size();
    }

    @Override
    public int chunkBytes() {
      return info.chunkBytes();
    }

    @Override
    public String version() {
      return info.nuid();
    }

    @Override
    public Optional<byte[]> chunk(long index) throws NotAvailable {
      if (index == 0) {
        inOneRow = false;
        atOrBehind = 1;
      } else if (index != next) {
        inOneRow = true;
        atOrBehind = info.sequence() - info.chunks() + index;
      }
      try {
        Optional<Message> found = store.chunk(info.nuid(), Math.max(1, atOrBehind));
        if (found.isEmpty()) {
          return Optional.empty();
        }
        long sequence = ObjectStore.sequence(found.get());
        if (inOneRow && sequence != atOrBehind) {
          return Optional.empty();
        }
        next = index + 1;
        atOrBehind = sequence + 1;
        return Optional.of(found.get().getData());
      } catch (MeshUnavailable e) {
        throw Artifacts.notAvailable(String.valueOf(e.getMessage()));
      }
    }
  }
}
