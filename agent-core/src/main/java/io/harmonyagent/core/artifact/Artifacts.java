package io.harmonyagent.core.artifact;

import io.harmonyagent.core.reconcile.NotAvailable;
import java.util.Optional;

/** Where artifacts are kept, each under the SHA-256 of its bytes. */
public interface Artifacts {
  /** Nothing if there is no such artifact. */
  Optional<Stored> find(String sha256) throws NotAvailable;

  /** A store that cannot be reached. */
  static Artifacts none(String why) {
    return _ -> {
      throw notAvailable(why);
    };
  }

  static NotAvailable notAvailable(String why) {
    return new NotAvailable("artifact store not available (" + why + ")");
  }

  /** One artifact as the store has it, read chunk by chunk so that nobody ever holds all of it. */
  interface Stored {
    long size();

    /** How many bytes a chunk has; the last may have fewer. */
    int chunkBytes();

    /** Another one whenever the artifact was uploaded anew. */
    String version();

    /**
     * A chunk, the first being 0. Nothing if the store has lost it, or if it did not follow the one
     * before and cannot be found without reading all that precede it.
     */
    Optional<byte[]> chunk(long index) throws NotAvailable;
  }
}
