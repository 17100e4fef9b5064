package io.harmonyagent.core.config;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.document.Place;
import io.harmonyagent.core.document.Pointer;
import io.harmonyagent.core.document.Reading;
import io.harmonyagent.core.document.YamlReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Gathers the configuration from {@code config.yaml}, then {@code conf.d/*.yaml} in the order of
 * their names, then the environment. What comes later wins, key by key.
 */
public final class ConfigFiles {
  private static final String MAIN = "config.yaml";
  private static final String DROP_INS = "conf.d";
  private static final int MAX_BYTES = 64 * 1024;

  private final Path directory;
  private final Map<String, String> environment;
  private final YamlReader yaml = new YamlReader();

  public ConfigFiles(Path directory, Map<String, String> environment) {
    this.directory = directory;
    this.environment = Map.copyOf(environment);
  }

  public AgentConfig load() throws InvalidDocument {
    return read(texts());
  }

  /** What the configuration would be if that file had that content. */
  public AgentConfig loadWith(Path file, Node content) throws InvalidDocument {
    SequencedMap<Path, Node> layers = new TreeMap<>(this::order);
    for (Path path : paths()) {
      if (!path.equals(file)) {
        layers.put(path, parse(path, text(path)));
      }
    }
    layers.put(file, content);
    return read(layers);
  }

  /** What the files hold, each under its name below the directory. */
  public SequencedMap<String, String> texts() throws InvalidDocument {
    SequencedMap<String, String> texts = new LinkedHashMap<>();
    for (Path path : paths()) {
      texts.put(directory.relativize(path).toString(), text(path));
    }
    return texts;
  }

  /** What the configuration is if these are the files. */
  public AgentConfig read(Map<String, String> texts) throws InvalidDocument {
    return read(layers(texts));
  }

  /**
   * The same of files that another version of the agent could use: a key that we do not know is
   * passed over, and {@code unknown} told.
   */
  public AgentConfig readKnown(Map<String, String> texts, Consumer<Pointer> unknown)
      throws InvalidDocument {
    Reading reading = Reading.start();
    AgentConfig config = ConfigReader.read(merged(layers(texts)), reading);
    reading.unread().forEach(unread -> unknown.accept(unread.pointer()));
    return config;
  }

  private SequencedMap<Path, Node> layers(Map<String, String> texts) throws InvalidDocument {
    SequencedMap<Path, Node> layers = new TreeMap<>(this::order);
    for (Map.Entry<String, String> text : texts.entrySet()) {
      Path path = directory.resolve(text.getKey());
      layers.put(path, parse(path, text.getValue()));
    }
    return layers;
  }

  private AgentConfig read(SequencedMap<Path, Node> layers) throws InvalidDocument {
    return ConfigReader.read(merged(layers));
  }

  private Node merged(SequencedMap<Path, Node> layers) throws InvalidDocument {
    Node merged = new Node.Mapping(new Place("the configuration", 0, 0), new LinkedHashMap<>());
    for (Node layer : layers.values()) {
      merged = merge(merged, layer, Pointer.ROOT);
    }
    return merge(merged, EnvironmentOverrides.read(environment), Pointer.ROOT);
  }

  /** Those that are there, in the order in which they are read. */
  private List<Path> paths() throws InvalidDocument {
    List<Path> paths = new ArrayList<>();
    Path main = directory.resolve(MAIN);
    if (Files.exists(main)) {
      paths.add(main);
    }
    Path folder = directory.resolve(DROP_INS);
    if (Files.isDirectory(folder)) {
      try (Stream<Path> found = Files.list(folder)) {
        found.filter(f -> f.toString().endsWith(".yaml")).forEach(paths::add);
      } catch (IOException | UncheckedIOException e) {
        throw unusable(folder, "cannot be read: " + e);
      }
    }
    paths.sort(this::order);
    return paths;
  }

  /** The main file, then the drop-ins. */
  private int order(Path one, Path other) {
    boolean isDropIn = one.startsWith(directory.resolve(DROP_INS));
    boolean otherIsDropIn = other.startsWith(directory.resolve(DROP_INS));
    return isDropIn == otherIsDropIn
        ? one.compareTo(other)
        : Boolean.compare(isDropIn, otherIsDropIn);
  }

  private static String text(Path file) throws InvalidDocument {
    try {
      // A pipe would be waited for, and a device may have no end.
      if (!Files.isRegularFile(file)) {
        throw unusable(file, "is not a file");
      }
      if (Files.size(file) == 0) {
        // Nobody writes that; taken for a configuration, it would part the device from its mesh.
        throw unusable(file, "is empty, as a power cut can leave it; write it anew, or delete it");
      }
      if (Files.size(file) > MAX_BYTES) {
        throw unusable(file, "is too large; the limit is " + MAX_BYTES + " bytes");
      }
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw new InvalidDocument(Pointer.ROOT, new Place(file.toString(), 1, 1), "is not UTF-8");
    } catch (IOException e) {
      throw unusable(file, "cannot be read: " + e);
    }
  }

  private static InvalidDocument unusable(Path file, String problem) {
    return new InvalidDocument(Pointer.ROOT, new Place(file.toString(), 0, 0), problem);
  }

  private Node parse(Path file, String text) throws InvalidDocument {
    return yaml.read(text, file.toString());
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
