package io.harmonyagent.reconcilers.file;

import io.harmonyagent.core.reconcile.NotAvailable;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * What is to stand at a path, whether a manifest wants it or it was there before.
 *
 * @param mode permission bits, perhaps with setuid, setgid and sticky; of no use for a link
 */
record Form(Body body, int mode, Principals principals) {
  /** One of the three things that can be made. */
  sealed interface Body {}

  /**
   * A regular file.
   *
   * @param mayGoOn whether what a try before has left of it is not thrown away
   */
  record Bytes(Source source, boolean mayGoOn) implements Body {}

  record Directory() implements Body {}

  record Link(String target) implements Body {}

  /** A regular file with these bytes. */
  static Body bytes(byte[] content) {
    return new Bytes(
        channel -> {
          ByteBuffer rest = ByteBuffer.wrap(content);
          while (rest.hasRemaining()) {
            channel.write(rest);
          }
        },
        false);
  }

  /** Where a regular file's bytes come from. */
  interface Source {
    /** Leaves exactly the file's content in the channel. */
    void fill(FileChannel channel) throws IOException, ReconcileFailure, NotAvailable;
  }
}
