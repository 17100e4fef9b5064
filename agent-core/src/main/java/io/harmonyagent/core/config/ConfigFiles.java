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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
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
    Node merged = new Node.Mapping(new Place("the configuration", 0, 0), new LinkedHashMap<>());
    for (Path file : files()) {
      merged = merge(merged, read(file), Pointer.ROOT);
    }
    merged = merge(merged, EnvironmentOverrides.read(environment), Pointer.ROOT);
    return ConfigReader.read(merged);
  }

  private List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    Path main = directory.resolve("config.yaml");
    if (Files.exists(main)) {
      files.add(main);
    }
    Path dropIns = directory.resolve("conf.d");
    if (Files.isDirectory(dropIns)) {
      try (Stream<Path> found = Files.list(dropIns)) {
        found.filter(file -> file.toString().endsWith(".yaml")).sorted().forEach(files::add);
      }
    }
    return files;
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
