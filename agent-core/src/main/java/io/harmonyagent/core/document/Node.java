package io.harmonyagent.core.document;

import java.util.List;
import java.util.SequencedMap;

/** One value of a document. */
public sealed interface Node {
  Place place();

  /** The word for this kind of value in a message to a person. */
  String kind();

  record Mapping(Place place, SequencedMap<String, Node> entries) implements Node {
    @Override
    public String kind() {
      return "an object";
    }
  }

  record Sequence(Place place, List<Node> items) implements Node {
    public Sequence {
      items = List.copyOf(items);
    }

    @Override
    public String kind() {
      return "a list";
    }
  }

  record Text(Place place, String value) implements Node {
    @Override
    public String kind() {
      return "a text";
    }
  }

  /** Kept as written, so that no digit is lost before somebody says what kind of number it is. */
  record Numeral(Place place, String literal) implements Node {
    @Override
    public String kind() {
      return "a number";
    }
  }

  record Flag(Place place, boolean value) implements Node {
    @Override
    public String kind() {
      return "true or false";
    }
  }

  record Nothing(Place place) implements Node {
    @Override
    public String kind() {
      return "null";
    }
  }
}
