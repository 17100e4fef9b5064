package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.document.Place;
import io.harmonyagent.failover.topology.MultisitePostgres;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The JSON Schemas of manifests as the build found them in {@code docs/schema}, for people. */
final class ManifestSchema {
  private static final int WIDTH = 78;
  private static final String REFERENCE = "#/$defs/";
  private static final Node.Mapping EMPTY = new Node.Mapping(Place.NOWHERE, new LinkedHashMap<>());

  private final Node.Mapping root;

  private ManifestSchema(Node.Mapping root) {
    this.root = root;
  }

  static ManifestSchema load() {
    return read(ManifestSchema.class.getResourceAsStream("agent-manifest.schema.json"));
  }

  /** Of an intent for two devices, which is a document of its own. */
  private static ManifestSchema multisite() {
    return read(ManifestSchema.class.getResourceAsStream("multisite-postgres.schema.json"));
  }

  private static ManifestSchema read(@Nullable InputStream schema) {
    try (InputStream in = schema) {
      if (in == null) {
        throw new IllegalStateException("a schema is not in the build");
      }
      return new ManifestSchema(
          (Node.Mapping) new JsonReader().read(in.readAllBytes(), "a schema of the build"));
    } catch (IOException | InvalidDocument e) {
      throw new IllegalStateException("a schema of the build cannot be read", e);
    }
  }

  /** {@code path} is empty for the manifest, or a kind, or a kind and fields below it. */
  String explain(String path) throws UserError {
    if (path.isEmpty()) {
      return page("Manifest", root)
          + "\n\nKINDS\n  "
          + String.join("\n  ", kinds())
          + "\n\nFOR TWO DEVICES\n  "
          + MultisitePostgres.KIND;
    }
    List<String> steps = List.of(path.split("\\.", -1));
    if (steps.getFirst().equalsIgnoreCase(MultisitePostgres.KIND)) {
      ManifestSchema multisite = multisite();
      return multisite.explain(path, multisite.root, steps);
    }
    return explain(path, kind(steps.getFirst()), steps);
  }

  private String explain(String path, Node.Mapping kind, List<String> steps) throws UserError {
    Node.Mapping at = kind;
    for (String step : steps.subList(1, steps.size())) {
      Node.Mapping fields = fields(at);
      if (!(fields.entries().get(step) instanceof Node.Mapping child)) {
        throw UserError.badInput(
            "'"
                + path
                + "' has no field '"
                + step
                + "' there; "
                + (fields.entries().isEmpty()
                    ? "there are none"
                    : "known are: " + String.join(", ", fields.entries().keySet())));
      }
      at = resolved(child);
    }
    return page(path, at);
  }

  private Node.Mapping kind(String name) throws UserError {
    if (name.equals("Manifest")) {
      return root;
    }
    if (name.equals("Resource")) {
      return object(object(root, "$defs"), "resource");
    }
    for (String kind : kinds()) {
      if (kind.equalsIgnoreCase(name)) {
        return object(object(root, "$defs"), kind);
      }
    }
    throw UserError.badInput(
        "'%s' is not a kind; known are: Manifest, Resource, %s, %s"
            .formatted(name, String.join(", ", kinds()), MultisitePostgres.KIND));
  }

  /** Those that a resource's spec can be. */
  private List<String> kinds() {
    Node.Mapping resource = object(object(root, "$defs"), "resource");
    Node.Mapping spec = object(object(resource, "properties"), "spec");
    return alternatives(spec).stream()
        .map(kind -> scalar(kind, "$ref").orElse(""))
        .map(reference -> reference.substring(REFERENCE.length()))
        .toList();
  }

  private static List<Node.Mapping> alternatives(Node.Mapping schema) {
    return schema.entries().get("oneOf") instanceof Node.Sequence all
        ? all.items().stream()
            .filter(Node.Mapping.class::isInstance)
            .map(Node.Mapping.class::cast)
            .toList()
        : List.of();
  }

  private String page(String name, Node.Mapping schema) {
    StringBuilder page = new StringBuilder(name).append("  <").append(type(schema)).append('>');
    scalar(schema, "default").ifPresent(value -> page.append("  default ").append(value));
    page.append('\n').append(wrapped(scalar(schema, "description").orElse(""), "  "));
    Node.Mapping fields = fields(schema);
    if (!fields.entries().isEmpty()) {
      page.append("\nFIELDS\n");
      List<String> required = texts(items(schema).orElse(schema), "required");
      fields
          .entries()
          .forEach(
              (field, child) -> {
                Node.Mapping resolved = resolved((Node.Mapping) child);
                page.append("  ").append(field).append("  <").append(type(resolved)).append('>');
                page.append(required.contains(field) ? "  required" : "").append('\n');
                page.append(wrapped(scalar(resolved, "description").orElse(""), "      "));
              });
    }
    return page.toString().stripTrailing();
  }

  private String type(Node.Mapping schema) {
    if (schema.entries().get("enum") instanceof Node.Sequence values) {
      return String.join("|", values.items().stream().map(ManifestSchema::plain).toList());
    }
    if (schema.entries().get("const") instanceof Node.Text constant) {
      return constant.value();
    }
    return switch (scalar(schema, "type").orElse("")) {
      case "string" -> "text";
      case "integer" -> "whole number";
      case "boolean" -> "true|false";
      case "array" -> "list of " + items(schema).map(this::type).orElse("anything");
      case "object" ->
          schema.entries().get("additionalProperties") instanceof Node.Mapping values
              ? "map of " + type(resolved(values))
              : "object";
      case "" -> oneOf(schema);
      case String other -> other;
    };
  }

  private String oneOf(Node.Mapping schema) {
    return alternatives(schema).stream()
        .map(each -> type(resolved(each)))
        .distinct()
        .reduce((one, other) -> one + " or " + other)
        .orElse("anything");
  }

  /** The fields of an object, or of the objects in a list. */
  private Node.Mapping fields(Node.Mapping schema) {
    return object(items(schema).orElse(schema), "properties");
  }

  private Optional<Node.Mapping> items(Node.Mapping schema) {
    return schema.entries().get("items") instanceof Node.Mapping items
        ? Optional.of(resolved(items))
        : Optional.empty();
  }

  /** What stands beside a reference adds to what it refers to. */
  private Node.Mapping resolved(Node.Mapping schema) {
    if (!(schema.entries().get("$ref") instanceof Node.Text reference)) {
      return schema;
    }
    Node.Mapping target =
        object(object(root, "$defs"), reference.value().substring(REFERENCE.length()));
    LinkedHashMap<String, Node> both = new LinkedHashMap<>(target.entries());
    both.putAll(schema.entries());
    both.remove("$ref");
    return new Node.Mapping(schema.place(), both);
  }

  private static Node.Mapping object(Node.Mapping in, String key) {
    return in.entries().get(key) instanceof Node.Mapping object ? object : EMPTY;
  }

  private static List<String> texts(Node.Mapping in, String key) {
    List<String> texts = new ArrayList<>();
    if (in.entries().get(key) instanceof Node.Sequence sequence) {
      sequence.items().forEach(item -> texts.add(plain(item)));
    }
    return texts;
  }

  private static Optional<String> scalar(Node.Mapping in, String key) {
    return Optional.ofNullable(in.entries().get(key)).map(ManifestSchema::plain);
  }

  private static String plain(Node node) {
    return node instanceof Node.Text text
        ? text.value()
        : new String(JsonWriter.compact(node), StandardCharsets.UTF_8);
  }

  private static String wrapped(String text, String indent) {
    StringBuilder lines = new StringBuilder();
    StringBuilder line = new StringBuilder(indent);
    for (String word : text.split(" ", -1)) {
      if (line.length() + word.length() > WIDTH && line.length() > indent.length()) {
        lines.append(line.toString().stripTrailing()).append('\n');
        line = new StringBuilder(indent);
      }
      line.append(word).append(' ');
    }
    return text.isEmpty() ? "" : lines + line.toString().stripTrailing() + "\n";
  }
}
