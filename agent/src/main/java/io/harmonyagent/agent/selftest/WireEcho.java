package io.harmonyagent.agent.selftest;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.manifest.ManifestReader;
import io.harmonyagent.core.status.Heartbeat;
import io.harmonyagent.core.status.StatusReader;
import io.harmonyagent.core.status.StatusWriter;

/**
 * Reads a wire document into its Java type and puts it out again. Whatever a native image lacks of
 * a type, this shows.
 */
public final class WireEcho {
  /** The documents that cross the mesh. */
  public enum Type {
    manifest,
    status,
    heartbeat
  }

  private WireEcho() {}

  /** The decoded value in full and, where we ever write such a document, its written form. */
  public static String of(Type type, byte[] document) throws InvalidDocument {
    Node node = new JsonReader().read(document, type.name());
    return switch (type) {
      case manifest -> ManifestReader.read(node).toString();
      case status -> JsonWriter.pretty(StatusWriter.toNode(StatusReader.read(node)));
      case heartbeat -> JsonWriter.pretty(Heartbeat.read(node).toNode());
    };
  }
}
