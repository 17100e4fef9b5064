package io.harmonyagent.agent.boot;

import io.harmonyagent.core.config.ConfigFiles;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.document.Place;
import io.harmonyagent.core.document.Pointer;
import io.harmonyagent.core.document.YamlReader;
import io.harmonyagent.core.document.YamlWriter;
import io.harmonyagent.core.files.Directories;
import io.harmonyagent.core.files.DurableFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * Takes up the configuration that somebody put on the boot partition, so that a flashed card needs
 * no login. It becomes a drop-in of the configuration; files beside it that it names ({@code
 * ./agent.creds}) move along, to where only root can read them, as everybody can read a boot
 * partition.
 *
 * <p>It rests on being asked again at the next start: a power cut at any moment leaves either the
 * whole thing to be done again, or nothing. What cannot be used stays where it is, changes nothing,
 * and gets a note beside it for who pulls the card out to see why.
 */
public final class BootConfig {
  static final String NAME = "harmony-agent.yaml";
  static final String TAKEN_UP = "harmony-agent.yaml.taken-up";
  static final String NOTE = "harmony-agent.error.txt";
  static final String DROP_IN = "50-boot.yaml";

  private static final List<String> PLACES = List.of("boot/firmware", "boot");
  private static final int MAX_BYTES = 64 * 1024;
  private static final int MAX_FILES = 16;

  /** What came of it. */
  public sealed interface Outcome {
    record Nothing() implements Outcome {}

    record TakenUp(Path from, Path to) implements Outcome {}

    /** The configuration is what it was before. */
    record Refused(String why) implements Outcome {}
  }

  private final Path root;
  private final ConfigFiles files;
  private final Path dropIns;
  private final Path secrets;

  public BootConfig(Path root, Path configuration, Map<String, String> environment) {
    this.root = root;
    this.files = new ConfigFiles(configuration, environment);
    this.dropIns = configuration.resolve("conf.d");
    this.secrets = configuration.resolve("boot");
  }

  public Outcome takeUp() {
    for (String place : PLACES) {
      Path partition = root.resolve(place);
      if (Files.isRegularFile(partition.resolve(NAME))) {
        return takeUp(partition);
      }
    }
    return new Outcome.Nothing();
  }

  private Outcome takeUp(Path partition) {
    Path file = partition.resolve(NAME);
    try {
      Node document = read(file);
      Companions companions = new Companions(partition);
      Node rewritten = companions.rewrite(document, Pointer.ROOT);
      Path dropIn = dropIns.resolve(DROP_IN);
      files.loadWith(dropIn, rewritten);

      companions.copy();
      Files.createDirectories(dropIns);
      Directories.sync(dropIns.getParent());
      new DurableFile(dropIn)
          .replace((YamlWriter.write(rewritten) + "\n").getBytes(StandardCharsets.UTF_8));
      companions.delete();
      Files.deleteIfExists(partition.resolve(NOTE));
      Files.move(file, partition.resolve(TAKEN_UP), StandardCopyOption.REPLACE_EXISTING);
      Directories.sync(partition);
      return new Outcome.TakenUp(file, dropIn);
    } catch (InvalidDocument e) {
      return refused(partition, e.sentence());
    } catch (IOException | RuntimeException e) {
      // Whatever lies on a card, the agent starts: it may still be reached over the mesh.
      return refused(partition, file + " cannot be taken up: " + e);
    }
  }

  private static Node read(Path file) throws InvalidDocument, IOException {
    Place place = new Place(file.toString(), 1, 1);
    if (Files.size(file) > MAX_BYTES) {
      throw new InvalidDocument(
          Pointer.ROOT, place, "is too large; the limit is " + MAX_BYTES + " bytes");
    }
    try {
      Node document = new YamlReader().read(Files.readString(file), file.toString());
      if (!(document instanceof Node.Mapping)) {
        throw new InvalidDocument(
            Pointer.ROOT, document.place(), "must be an object, is " + document.kind());
      }
      return document;
    } catch (CharacterCodingException e) {
      throw new InvalidDocument(Pointer.ROOT, place, "is not UTF-8");
    }
  }

  private static Outcome refused(Path partition, String why) {
    try {
      Files.writeString(partition.resolve(NOTE), why + "\n");
      return new Outcome.Refused(why);
    } catch (IOException e) {
      return new Outcome.Refused(why + " (and no note could be left beside it: " + e + ")");
    }
  }

  /** The files on the boot partition that the configuration names. */
  private final class Companions {
    private final Path partition;
    private final List<String> names = new ArrayList<>();

    Companions(Path partition) {
      this.partition = partition;
    }

    /** The same document, naming each file where it will be. */
    Node rewrite(Node node, Pointer at) throws InvalidDocument, IOException {
      return switch (node) {
        case Node.Mapping mapping -> {
          SequencedMap<String, Node> entries = new LinkedHashMap<>();
          for (Map.Entry<String, Node> entry : mapping.entries().entrySet()) {
            entries.put(entry.getKey(), rewrite(entry.getValue(), at.child(entry.getKey())));
          }
          yield new Node.Mapping(mapping.place(), entries);
        }
        case Node.Sequence sequence -> {
          List<Node> items = new ArrayList<>();
          for (Node item : sequence.items()) {
            items.add(rewrite(item, at.child(items.size())));
          }
          yield new Node.Sequence(sequence.place(), items);
        }
        case Node.Text text -> {
          Optional<String> name = nameOf(text.value());
          yield name.isEmpty()
              ? text
              : new Node.Text(text.place(), take(name.get(), text.place(), at));
        }
        case Node.Numeral _, Node.Flag _, Node.Nothing _ -> node;
      };
    }

    private Optional<String> nameOf(String value) {
      String mountPoint = "/" + root.relativize(partition) + "/";
      for (String prefix : List.of("./", mountPoint)) {
        if (value.startsWith(prefix)) {
          return Optional.of(value.substring(prefix.length()));
        }
      }
      return Optional.empty();
    }

    private String take(String name, Place place, Pointer at) throws InvalidDocument, IOException {
      if (name.contains("/") || name.equals("..") || name.isEmpty() || name.indexOf('\0') >= 0) {
        throw new InvalidDocument(
            at, place, "must name a file right beside " + NAME + ", is '" + name + "'");
      }
      // A copy alone: an earlier start, cut short, has taken it up already.
      Path file = partition.resolve(name);
      if (!Files.isRegularFile(file) && !Files.exists(secrets.resolve(name))) {
        throw new InvalidDocument(at, place, "names " + name + ", which is not beside " + NAME);
      }
      // As a card is that was pulled out too early.
      if (Files.isRegularFile(file) && Files.size(file) == 0) {
        throw new InvalidDocument(at, place, "names " + name + ", which is empty");
      }
      if (!names.contains(name)) {
        names.add(name);
      }
      if (names.size() > MAX_FILES) {
        throw new InvalidDocument(at, place, "is one file more than the limit of " + MAX_FILES);
      }
      return "/" + root.relativize(secrets.resolve(name));
    }

    void copy() throws IOException {
      for (String name : names) {
        Path source = partition.resolve(name);
        if (Files.exists(source)) {
          if (Files.size(source) > MAX_BYTES) {
            throw new IOException(source + " is larger than " + MAX_BYTES + " bytes");
          }
          Directories.createPrivate(secrets);
          new DurableFile(secrets.resolve(name)).replace(Files.readAllBytes(source));
        }
      }
    }

    void delete() throws IOException {
      for (String name : names) {
        Files.deleteIfExists(partition.resolve(name));
      }
    }
  }
}
