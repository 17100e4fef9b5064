package io.harmonyagent.core.config;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.document.Place;
import io.harmonyagent.core.document.Pointer;
import io.harmonyagent.core.document.YamlReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Gathers the configuration from {@code config.yaml}, then {@code conf.d/*.yaml} in the order of
 * their names, then the environment. What comes later wins, key by key.
 */
public final class ConfigFiles {
  private final Path directory;
  private final Map<String, String> environment;
  private final YamlReader yaml = new YamlReader();

  public ConfigFiles(Path directory, Map<String, String> environment) {
    this.directory = directory;
    this.environment = Map.copyOf(environment);
  }

  public AgentConfig load() throws InvalidDocument, IOException {
    return load(Optional.empty());
  }

  /** What the configuration would be if that file had that content. */
  public AgentConfig loadWith(Path file, Node content) throws InvalidDocument, IOException {
    return load(Optional.of(Map.entry(file, content)));
  }

  private AgentConfig load(Optional<Map.Entry<Path, Node>> candidate)
      throws InvalidDocument, IOException {
    SequencedMap<Path, Node> layers = new LinkedHashMap<>();
    Path main = directory.resolve("config.yaml");
    if (Files.exists(main)) {
      layers.put(main, read(main));
    }
    SortedMap<Path, Node> dropIns = dropIns();
    candidate.ifPresent(c -> dropIns.put(c.getKey(), c.getValue()));
    layers.putAll(dropIns);

    Node merged = new Node.Mapping(new Place("the configuration", 0, 0), new LinkedHashMap<>());
    for (Node layer : layers.values()) {
      merged = merge(merged, layer, Pointer.ROOT);
    }
    merged = merge(merged, EnvironmentOverrides.read(environment), Pointer.ROOT);
    return ConfigReader.read(merged);
  }

  private SortedMap<Path, Node> dropIns() throws InvalidDocument, IOException {
    SortedMap<Path, Node> dropIns = new TreeMap<>();
    Path folder = directory.resolve("conf.d");
    if (Files.isDirectory(folder)) {
      try (Stream<Path> found = Files.list(folder)) {
        for (Path file : found.filter(f -> f.toString().endsWith(".yaml")).toList()) {
          dropIns.put(file, read(file));
        }
      }
    }
    return dropIns;
  }

  private Node read(Path file) throws InvalidDocument, IOException {
    try {
      return yaml.read(Files.readString(file), file.toString());
    } catch (CharacterCodingException e) {
      throw new InvalidDocument(Pointer.ROOT, new Place(file.toString(), 1, 1), "is not UTF-8");
    } catch (NoSuchFileException e) {
      throw new IOException(file + " went away while it was being read", e);
    }
  }

  private static Node merge(Node below, Node above, Pointer at) throws InvalidDocument {
    if (above instanceof Node.Nothing) {
      return below;
    }
    if (!(above instanceof Node.Mapping over)) {
      if (below instanceof Node.Mapping && at.equals(Pointer.ROOT)) {
        throw new InvalidDocument(at, above.place(), "must be an object, is " + above.kind());
      }
      return above;
    }
    if (!(below instanceof Node.Mapping under)) {
      return above;
    }
    SequencedMap<String, Node> entries = new LinkedHashMap<>(under.entries());
    for (Map.Entry<String, Node> entry : over.entries().entrySet()) {
      Node existing = entries.get(entry.getKey());
      entries.put(
          entry.getKey(),
          existing == null
              ? entry.getValue()
              : merge(existing, entry.getValue(), at.child(entry.getKey())));
    }
    return new Node.Mapping(over.place(), entries);
  }
}
