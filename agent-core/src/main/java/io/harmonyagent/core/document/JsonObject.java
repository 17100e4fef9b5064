package io.harmonyagent.core.document;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * Builds an object to be written: fields appear in the order of the calls, empty ones not at all.
 */
public final class JsonObject {
  private final SequencedMap<String, Node> entries = new LinkedHashMap<>();

  public JsonObject put(String key, String value) {
    return put(key, text(value));
  }

  public JsonObject put(String key, long value) {
    return put(key, new Node.Numeral(Place.NOWHERE, Long.toString(value)));
  }

  public JsonObject put(String key, boolean value) {
    return put(key, new Node.Flag(Place.NOWHERE, value));
  }

  public JsonObject put(String key, JsonObject value) {
    return put(key, value.node());
  }

  public JsonObject put(String key, Node value) {
    entries.put(key, value);
    return this;
  }

  public JsonObject putNull(String key) {
    return put(key, new Node.Nothing(Place.NOWHERE));
  }

  /** Leaves the field out when there is nothing to say. */
  public JsonObject putIfPresent(String key, Optional<String> value) {
    value.ifPresent(v -> put(key, v));
    return this;
  }

  /** Leaves the field out when the list is empty. */
  public JsonObject putTexts(String key, List<String> values) {
    return values.isEmpty() ? this : putList(key, values);
  }

  /** The list as it is: for what somebody looks for, none is an answer too. */
  public JsonObject putList(String key, List<String> values) {
    return putNodes(key, values.stream().map(JsonObject::text).toList());
  }

  public JsonObject putNodes(String key, List<Node> values) {
    return put(key, new Node.Sequence(Place.NOWHERE, values));
  }

  /** Leaves the field out when the map is empty. */
  public JsonObject putTextMap(String key, Map<String, String> values) {
    if (values.isEmpty()) {
      return this;
    }
    JsonObject object = new JsonObject();
    values.forEach(object::put);
    return put(key, object);
  }

  public Node node() {
    return new Node.Mapping(Place.NOWHERE, entries);
  }

  private static Node text(String value) {
    return new Node.Text(Place.NOWHERE, value);
  }
}
