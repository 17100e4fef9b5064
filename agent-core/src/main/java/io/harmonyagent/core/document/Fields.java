package io.harmonyagent.core.document;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/**
 * The fields of one object while it is being read. Each question names its field; a wrong answer is
 * an {@link InvalidDocument} at that field's place. What was never asked for is known afterwards
 * ({@link Reading#unread}), so that a caller can count it or refuse it.
 *
 * <p>A field that is {@code null} counts as absent.
 */
public final class Fields {
  private final Node.Mapping mapping;
  private final Pointer at;
  private final Reading reading;
  private final Set<String> asked = new HashSet<>();

  Fields(Node.Mapping mapping, Pointer at, Reading reading) {
    this.mapping = mapping;
    this.at = at;
    this.reading = reading;
    reading.visit(this);
  }

  public Pointer at() {
    return at;
  }

  public Node.Mapping node() {
    return mapping;
  }

  public boolean has(String key) {
    return find(key).isPresent();
  }

  public String text(String key) throws InvalidDocument {
    return optionalText(key).orElseThrow(() -> missing(key));
  }

  public Optional<String> optionalText(String key) throws InvalidDocument {
    Optional<Node> node = find(key);
    return node.isEmpty() ? Optional.empty() : Optional.of(text(node.get(), at.child(key)));
  }

  public long integer(String key) throws InvalidDocument {
    return optionalInteger(key).orElseThrow(() -> missing(key));
  }

  public Optional<Long> optionalInteger(String key) throws InvalidDocument {
    Optional<Node> found = find(key);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    if (found.get() instanceof Node.Numeral(Place place, String literal)) {
      try {
        return Optional.of(Long.parseLong(literal));
      } catch (NumberFormatException e) {
        throw new InvalidDocument(
            at.child(key), place, "must be a whole number below 2^63, is " + literal);
      }
    }
    throw wrongType(found.get(), at.child(key), "a whole number");
  }

  public boolean flag(String key, boolean whenAbsent) throws InvalidDocument {
    Optional<Node> node = find(key);
    if (node.isEmpty()) {
      return whenAbsent;
    }
    if (node.get() instanceof Node.Flag flag) {
      return flag.value();
    }
    throw wrongType(node.get(), at.child(key), "true or false");
  }

  /** The texts of a list; an absent list is empty. */
  public List<String> texts(String key) throws InvalidDocument {
    List<String> texts = new ArrayList<>();
    for (Node item : items(key)) {
      texts.add(text(item, at.child(key).child(texts.size())));
    }
    return texts;
  }

  /** An object whose keys are free and whose values are texts; an absent one is empty. */
  public SequencedMap<String, String> textMap(String key) throws InvalidDocument {
    SequencedMap<String, String> texts = new LinkedHashMap<>();
    Optional<Fields> child = optionalObject(key);
    if (child.isPresent()) {
      for (String name : child.get().mapping.entries().keySet()) {
        texts.put(name, child.get().text(name));
      }
    }
    return texts;
  }

  public Fields object(String key) throws InvalidDocument {
    return optionalObject(key).orElseThrow(() -> missing(key));
  }

  public Optional<Fields> optionalObject(String key) throws InvalidDocument {
    Optional<Node> node = find(key);
    return node.isEmpty() ? Optional.empty() : Optional.of(object(node.get(), at.child(key)));
  }

  /** The objects of a list; an absent list is empty. */
  public List<Fields> objects(String key) throws InvalidDocument {
    List<Fields> objects = new ArrayList<>();
    for (Node item : items(key)) {
      objects.add(object(item, at.child(key).child(objects.size())));
    }
    return objects;
  }

  /** The objects of an object with free keys; an absent one is empty. */
  public SequencedMap<String, Fields> objectMap(String key) throws InvalidDocument {
    SequencedMap<String, Fields> objects = new LinkedHashMap<>();
    Optional<Fields> child = optionalObject(key);
    if (child.isPresent()) {
      for (String name : child.get().mapping.entries().keySet()) {
        objects.put(name, child.get().object(name));
      }
    }
    return objects;
  }

  /** Takes the field as it is, whatever it holds; nothing inside it counts as unread. */
  public Optional<Node> raw(String key) {
    return find(key);
  }

  /** Says that whatever else stands in this object is no surprise. */
  public void ignoreRest() {
    asked.addAll(mapping.entries().keySet());
  }

  /** The complaint that this field's value breaks a rule that its type alone does not show. */
  public InvalidDocument invalid(String key, String problem) {
    Node node = mapping.entries().get(key);
    return new InvalidDocument(
        at.child(key), node == null ? mapping.place() : node.place(), problem);
  }

  List<Reading.Unread> unread() {
    List<Reading.Unread> unread = new ArrayList<>();
    for (Map.Entry<String, Node> entry : mapping.entries().entrySet()) {
      if (!asked.contains(entry.getKey())) {
        unread.add(new Reading.Unread(at.child(entry.getKey()), entry.getValue().place()));
      }
    }
    return unread;
  }

  private Optional<Node> find(String key) {
    asked.add(key);
    Node node = mapping.entries().get(key);
    return node == null || node instanceof Node.Nothing ? Optional.empty() : Optional.of(node);
  }

  private List<Node> items(String key) throws InvalidDocument {
    Optional<Node> node = find(key);
    if (node.isEmpty()) {
      return List.of();
    }
    if (node.get() instanceof Node.Sequence sequence) {
      return sequence.items();
    }
    throw wrongType(node.get(), at.child(key), "a list");
  }

  private Fields object(Node node, Pointer pointer) throws InvalidDocument {
    if (node instanceof Node.Mapping object) {
      return new Fields(object, pointer, reading);
    }
    throw wrongType(node, pointer, "an object");
  }

  private static String text(Node node, Pointer pointer) throws InvalidDocument {
    if (node instanceof Node.Text text) {
      return text.value();
    }
    throw wrongType(node, pointer, "a text");
  }

  private InvalidDocument missing(String key) {
    return new InvalidDocument(at.child(key), mapping.place(), "is missing");
  }

  static InvalidDocument wrongType(Node node, Pointer pointer, String wanted) {
    return new InvalidDocument(pointer, node.place(), "must be " + wanted + ", is " + node.kind());
  }
}
