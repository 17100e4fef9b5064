package io.harmonyagent.core.config;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.document.Reading;
import java.util.List;

/** Reads how the mesh is reached from a document of its own, in the form of the key nats. */
public final class MeshConfigReader {
  private MeshConfigReader() {}

  public static MeshConfig read(Node document) throws InvalidDocument {
    Reading reading = Reading.start();
    Fields root = reading.root(document);
    MeshConfig config = ConfigReader.mesh(root);
    List<Reading.Unread> unread = reading.unread();
    if (!unread.isEmpty()) {
      Reading.Unread first = unread.getFirst();
      throw new InvalidDocument(first.pointer(), first.place(), "is not a key that we know");
    }
    return config;
  }
}
