package io.harmonyagent.failover.site;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.document.Reading;
import io.harmonyagent.core.files.Directories;
import io.harmonyagent.core.files.DurableFile;
import io.harmonyagent.failover.core.Durable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a site keeps what must survive it. Replaced as a whole and synced (A6); one that is there
 * and cannot be read is never taken for a new one, since it may have said SAFE.
 */
public final class StateFile {
  private final Path directory;
  private final Path path;
  private final DurableFile file;

  /** The directory is made with the first write. */
  public StateFile(Path directory) {
    this.directory = directory;
    path = directory.resolve("state.json");
    file = new DurableFile(path);
  }

  Durable read() throws IOException {
    Optional<byte[]> bytes = file.read();
    if (bytes.isEmpty()) {
      return Durable.NOTHING;
    }
    try {
      return DurableJson.read(
          Reading.start().root(new JsonReader().read(bytes.get(), path.toString())));
    } catch (InvalidDocument e) {
      throw new IOException(
          "what this site knew cannot be read: "
              + e.sentence()
              + "; if the other site is well, remove "
              + path
              + " and this site begins anew as a standby",
          e);
    }
  }

  void write(Durable durable) throws IOException {
    Directories.createPrivate(directory);
    file.replace(JsonWriter.compact(DurableJson.write(durable).node()));
  }
}
