package io.harmonyagent.core.document;

import java.util.ArrayList;
import java.util.List;

/** One pass over a document; remembers which objects were opened to tell what nobody asked for. */
public final class Reading {
  /** A field that stood in the document and that no reader knew. */
  public record Unread(Pointer pointer, Place place) {}

  private final List<Fields> visited = new ArrayList<>();

  private Reading() {}

  public static Reading start() {
    return new Reading();
  }

  /** Opens the document's root, which must be an object. */
  public Fields root(Node root) throws InvalidDocument {
    if (root instanceof Node.Mapping mapping) {
      return new Fields(mapping, Pointer.ROOT, this);
    }
    throw Fields.wrongType(root, Pointer.ROOT, "an object");
  }

  public List<Unread> unread() {
    return visited.stream().flatMap(fields -> fields.unread().stream()).toList();
  }

  void visit(Fields fields) {
    visited.add(fields);
  }
}
