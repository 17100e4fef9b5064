package io.harmonyagent.core;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.Node;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One of our JSON Schemas, and documents held against it. It knows the keywords that the schemas in
 * {@code docs/schema} use and refuses every other, so that none is silently passed over.
 */
final class SchemaCheck {
  private static final Set<String> NOTES =
      Set.of("$schema", "$defs", "title", "description", "default", "format");

  private final Node.Mapping root;

  /** Every schema with properties, by the name of its definition or of the property it is of. */
  private final Map<String, Node.Mapping> objects = new TreeMap<>();

  private final Set<String> seen = new TreeSet<>();
  private final List<String> complaints = new ArrayList<>();
  private boolean strict;

  private SchemaCheck(Node.Mapping root) {
    this.root = root;
    gather("", root);
    if (root.entries().get("$defs") instanceof Node.Mapping definitions) {
      definitions.entries().forEach((name, schema) -> gather(name, (Node.Mapping) schema));
    }
  }

  /** The repository's root, from which the tests find what is not on the class path. */
  static Path repository() {
    return Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolve("..").normalize();
  }

  static SchemaCheck of(String name) {
    Path file = repository().resolve("docs/schema").resolve(name + ".schema.json");
    try {
      return new SchemaCheck(
          (Node.Mapping) new JsonReader().read(Files.readAllBytes(file), file.toString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InvalidDocument e) {
      throw new IllegalStateException(e.sentence(), e);
    }
  }

  /** What a document does wrong, one line each; nothing if it is valid. */
  List<String> complaints(Node document) {
    complaints.clear();
    check(document, root, "");
    return List.copyOf(complaints);
  }

  /** The same, and a property that the schema does not name is wrong even where it is allowed. */
  List<String> strictComplaints(Node document) {
    strict = true;
    try {
      return complaints(document);
    } finally {
      strict = false;
    }
  }

  /** The same, against one of the schema's definitions. */
  List<String> complaints(Node document, String definition) {
    complaints.clear();
    check(document, definition(definition), "");
    return List.copyOf(complaints);
  }

  /** The properties of the schema itself (for the name "") or of one of its definitions. */
  Set<String> propertiesOf(String name) {
    return object(named(name), "properties").entries().keySet();
  }

  Set<String> requiredOf(String name) {
    return texts(named(name), "required");
  }

  Set<String> enumOf(String name, String property) {
    return texts((Node.Mapping) at(object(named(name), "properties"), property), "enum");
  }

  /** Every property that the schema names, as "definition/property". */
  Set<String> allProperties() {
    Set<String> all = new TreeSet<>();
    for (Map.Entry<String, Node.Mapping> one : objects.entrySet()) {
      object(one.getValue(), "properties")
          .entries()
          .keySet()
          .forEach(key -> all.add(one.getKey() + "/" + key));
    }
    return all;
  }

  /** Those of them that some document had, of all that were checked. */
  Set<String> seenProperties() {
    return Set.copyOf(seen);
  }

  /** Where the named property's texts must match something, the pattern. */
  Pattern patternOf(String name, String property) {
    Node.Mapping schema = (Node.Mapping) at(object(named(name), "properties"), property);
    while (schema.entries().containsKey("$ref")) {
      schema = resolve(text(schema, "$ref"));
    }
    return pattern(text(schema, "pattern"));
  }

  private void check(Node node, Node.Mapping schema, String pointer) {
    for (Map.Entry<String, Node> keyword : schema.entries().entrySet()) {
      keyword(keyword.getKey(), keyword.getValue(), node, schema, pointer);
    }
  }

  private void keyword(String keyword, Node value, Node node, Node.Mapping schema, String pointer) {
    switch (keyword) {
      case "$ref" -> check(node, resolve(((Node.Text) value).value()), pointer);
      case "type" -> require(hasType(node, value), pointer, "is not of the type");
      case "const" -> require(isText(node, value), pointer, "is not the constant");
      case "enum" ->
          require(
              ((Node.Sequence) value).items().stream().anyMatch(one -> isText(node, one)),
              pointer,
              "is none of the words allowed");
      case "pattern" ->
          require(
              !(node instanceof Node.Text(var _, String text))
                  || pattern(((Node.Text) value).value()).matcher(text).find(),
              pointer,
              "does not match " + ((Node.Text) value).value());
      case "maxLength" ->
          require(
              !(node instanceof Node.Text(var _, String text))
                  || text.length() <= number(value).intValueExact(),
              pointer,
              "is too long");
      case "minimum" ->
          require(
              !(node instanceof Node.Numeral) || number(node).compareTo(number(value)) >= 0,
              pointer,
              "is too small");
      case "maximum" ->
          require(
              !(node instanceof Node.Numeral) || number(node).compareTo(number(value)) <= 0,
              pointer,
              "is too large");
      case "minItems" ->
          require(
              !(node instanceof Node.Sequence(var _, List<Node> items))
                  || items.size() >= number(value).intValueExact(),
              pointer,
              "has too few items");
      case "maxItems" ->
          require(
              !(node instanceof Node.Sequence(var _, List<Node> items))
                  || items.size() <= number(value).intValueExact(),
              pointer,
              "has too many items");
      case "items" -> items(node, (Node.Mapping) value, pointer);
      case "required" -> required(node, texts(schema, "required"), pointer);
      case "properties" -> properties(node, schema, pointer);
      case "additionalProperties" -> additional(node, value, schema, pointer);
      case "propertyNames" -> names(node, (Node.Mapping) value, pointer);
      case "oneOf" -> oneOf(node, (Node.Sequence) value, pointer);
      case "allOf" ->
          ((Node.Sequence) value).items().forEach(one -> check(node, (Node.Mapping) one, pointer));
      case "not" ->
          require(!accepts(node, (Node.Mapping) value), pointer, "is what it must not be");
      case "if" -> {
        if (accepts(node, (Node.Mapping) value)) {
          check(node, object(schema, "then"), pointer);
        }
      }
      case "then" -> {}
      default -> require(NOTES.contains(keyword), pointer, "meets the keyword " + keyword);
    }
  }

  private void items(Node node, Node.Mapping schema, String pointer) {
    if (node instanceof Node.Sequence(var _, List<Node> items)) {
      for (int i = 0; i < items.size(); i++) {
        check(items.get(i), schema, pointer + "/" + i);
      }
    }
  }

  private void required(Node node, Set<String> keys, String pointer) {
    if (node instanceof Node.Mapping mapping) {
      for (String key : keys) {
        require(mapping.entries().containsKey(key), pointer, "lacks " + key);
      }
    }
  }

  private void properties(Node node, Node.Mapping schema, String pointer) {
    if (node instanceof Node.Mapping mapping) {
      String name = nameOf(schema);
      if (strict && !schema.entries().containsKey("additionalProperties")) {
        additional(node, new Node.Flag(schema.place(), false), schema, pointer);
      }
      object(schema, "properties")
          .entries()
          .forEach(
              (key, property) -> {
                Node value = mapping.entries().get(key);
                if (value != null) {
                  seen.add(name + "/" + key);
                  check(value, (Node.Mapping) property, pointer + "/" + key);
                }
              });
    }
  }

  private void additional(Node node, Node value, Node.Mapping schema, String pointer) {
    if (node instanceof Node.Mapping mapping) {
      Map<String, Node> rest = new LinkedHashMap<>(mapping.entries());
      if (schema.entries().containsKey("properties")) {
        rest.keySet().removeAll(object(schema, "properties").entries().keySet());
      }
      if (value instanceof Node.Mapping of) {
        rest.forEach((key, child) -> check(child, of, pointer + "/" + key));
      } else {
        require(rest.isEmpty(), pointer, "has unknown " + rest.keySet());
      }
    }
  }

  private void names(Node node, Node.Mapping schema, String pointer) {
    if (node instanceof Node.Mapping mapping) {
      mapping
          .entries()
          .forEach((key, child) -> check(new Node.Text(child.place(), key), schema, pointer));
    }
  }

  private void oneOf(Node node, Node.Sequence choices, String pointer) {
    List<Node.Mapping> fitting =
        choices.items().stream()
            .map(choice -> (Node.Mapping) choice)
            .filter(choice -> accepts(node, choice))
            .toList();
    if (fitting.size() == 1) {
      check(node, fitting.getFirst(), pointer);
    } else {
      require(false, pointer, "fits " + fitting.size() + " of the choices");
    }
  }

  private boolean accepts(Node node, Node.Mapping schema) {
    SchemaCheck trial = new SchemaCheck(root);
    trial.check(node, schema, "");
    return trial.complaints.isEmpty();
  }

  private void require(boolean holds, String pointer, String problem) {
    if (!holds) {
      complaints.add((pointer.isEmpty() ? "the document" : pointer) + " " + problem);
    }
  }

  private void gather(String name, Node.Mapping schema) {
    if (schema.entries().get("properties") instanceof Node.Mapping properties) {
      objects.put(name, schema);
      properties.entries().forEach((key, property) -> gather(key, (Node.Mapping) property));
    }
  }

  /** Equal schemas may stand in several places, so only the very same one counts. */
  @SuppressWarnings("ReferenceEquality")
  private String nameOf(Node.Mapping schema) {
    return objects.entrySet().stream()
        .filter(entry -> entry.getValue() == schema)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse("");
  }

  private Node.Mapping named(String name) {
    return Optional.ofNullable(objects.get(name)).orElseThrow();
  }

  private Node.Mapping definition(String name) {
    return (Node.Mapping) at(object(root, "$defs"), name);
  }

  private Node.Mapping resolve(String reference) {
    String prefix = "#/$defs/";
    if (!reference.startsWith(prefix)) {
      throw new IllegalStateException("cannot follow " + reference);
    }
    return definition(reference.substring(prefix.length()));
  }

  /** In a schema, "$" is the very end; Java's would let a line break follow. */
  private static Pattern pattern(String ecma) {
    return Pattern.compile(ecma.replace("$", "\\z"));
  }

  private static boolean hasType(Node node, Node type) {
    List<Node> types = type instanceof Node.Sequence(var _, List<Node> many) ? many : List.of(type);
    return types.stream()
        .map(one -> ((Node.Text) one).value())
        .anyMatch(
            one ->
                switch (node) {
                  case Node.Mapping _ -> one.equals("object");
                  case Node.Sequence _ -> one.equals("array");
                  case Node.Text _ -> one.equals("string");
                  case Node.Numeral numeral ->
                      one.equals("number")
                          || (one.equals("integer") && numeral.literal().matches("-?[0-9]+"));
                  case Node.Flag _ -> one.equals("boolean");
                  case Node.Nothing _ -> one.equals("null");
                });
  }

  private static boolean isText(Node node, Node wanted) {
    return node instanceof Node.Text(var _, String text)
        && wanted instanceof Node.Text(var _, String word)
        && text.equals(word);
  }

  private static BigDecimal number(Node node) {
    return new BigDecimal(((Node.Numeral) node).literal());
  }

  private static Node at(Node.Mapping mapping, String key) {
    Node node = mapping.entries().get(key);
    if (node == null) {
      throw new IllegalStateException(mapping.place() + " has no " + key);
    }
    return node;
  }

  private static Node.Mapping object(Node.Mapping mapping, String key) {
    return (Node.Mapping) at(mapping, key);
  }

  private static String text(Node.Mapping mapping, String key) {
    return ((Node.Text) at(mapping, key)).value();
  }

  private static Set<String> texts(Node.Mapping mapping, String key) {
    return mapping.entries().get(key) instanceof Node.Sequence(var _, List<Node> items)
        ? items.stream().map(item -> ((Node.Text) item).value()).collect(Collectors.toSet())
        : Set.of();
  }

  /** JSON for a test, as it is written. */
  static Node json(String text) {
    try {
      return new JsonReader().read(text.getBytes(UTF_8), "test");
    } catch (InvalidDocument e) {
      throw new IllegalArgumentException(e.sentence(), e);
    }
  }
}
