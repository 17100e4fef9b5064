package io.harmonyagent.agent.cli;

import io.harmonyagent.core.config.MeshConfig;
import io.harmonyagent.core.config.MeshConfigReader;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.YamlReader;
import io.harmonyagent.core.document.YamlWriter;
import io.harmonyagent.core.files.DurableFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The meshes that this user knows by name: {@code contexts/NAME.yaml}, each in the form of the
 * agent's key {@code nats}, and {@code current}, the name of the one in use. They name files with
 * secrets and hold none themselves.
 */
final class ContextFile {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,62}");
  private static final String SUFFIX = ".yaml";

  private final Path directory;

  ContextFile(Path directory) {
    this.directory = directory;
  }

  static ContextFile ofThisUser() {
    return new ContextFile(directory(System.getenv(), System.getProperty("user.home")));
  }

  static Path directory(Map<String, String> environment, String home) {
    String own = environment.getOrDefault("HARMONYCTL_CONFIG", "");
    String xdg = environment.getOrDefault("XDG_CONFIG_HOME", "");
    if (!own.isEmpty()) {
      return Path.of(own);
    }
    return (xdg.isEmpty() ? Path.of(home, ".config") : Path.of(xdg)).resolve("harmony");
  }

  /** The named context, or else the current one. */
  MeshConfig find(Optional<String> name) throws UserError {
    String wanted =
        name.or(this::current)
            .orElseThrow(
                () ->
                    UserError.badInput(
                        "which mesh? Give -s URL, or make a context:"
                            + " harmonyctl config set NAME -s URL"));
    Path file = file(wanted);
    if (!Files.exists(file)) {
      throw UserError.badInput(
          "there is no context '" + wanted + "'; 'harmonyctl config list' shows those that are");
    }
    try {
      return MeshConfigReader.read(new YamlReader().read(Files.readString(file), file.toString()));
    } catch (InvalidDocument e) {
      throw UserError.badInput(e.sentence());
    } catch (IOException e) {
      throw UserError.badInput("cannot read " + file + ": " + e);
    }
  }

  Optional<String> current() {
    try {
      return Optional.of(Files.readString(directory.resolve("current")).strip())
          .filter(name -> !name.isEmpty());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  List<String> names() throws IOException {
    Path contexts = directory.resolve("contexts");
    if (!Files.isDirectory(contexts)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(contexts)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(SUFFIX))
          .map(name -> name.substring(0, name.length() - SUFFIX.length()))
          .sorted()
          .toList();
    }
  }

  void set(String name, MeshConfig config) throws UserError, IOException {
    Path file = file(name);
    Files.createDirectories(file.getParent());
    new DurableFile(file).replace(yaml(config).getBytes(StandardCharsets.UTF_8));
  }

  void use(String name) throws UserError, IOException {
    if (!Files.exists(file(name))) {
      throw UserError.badInput(
          "there is no context '" + name + "'; make it: harmonyctl config set " + name + " -s URL");
    }
    new DurableFile(directory.resolve("current"))
        .replace((name + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** Where it was the one in use, none is from now on. */
  void delete(String name) throws UserError, IOException {
    if (!Files.deleteIfExists(file(name))) {
      throw UserError.badInput(
          "there is no context '" + name + "'; 'harmonyctl config list' shows those that are");
    }
    if (current().filter(name::equals).isPresent()) {
      Files.deleteIfExists(directory.resolve("current"));
    }
  }

  private Path file(String name) throws UserError {
    if (!NAME.matcher(name).matches()) {
      throw UserError.badInput(
          "a context's name has 1 to 63 letters, digits, '-' or '_', not '" + name + "'");
    }
    return directory.resolve("contexts").resolve(name + SUFFIX);
  }

  private static String yaml(MeshConfig config) {
    JsonObject tls = new JsonObject();
    config
        .tls()
        .ifPresent(
            wanted -> {
              tls.putIfPresent("ca", wanted.ca().map(ContextFile::absolute));
              tls.putIfPresent("cert", wanted.identity().map(i -> absolute(i.certificate())));
              tls.putIfPresent("key", wanted.identity().map(i -> absolute(i.key())));
            });
    JsonObject document =
        new JsonObject()
            .putTexts("servers", config.servers())
            .putIfPresent("credentials", config.credentials().map(ContextFile::absolute))
            .putIfPresent("nkey", config.nkey().map(ContextFile::absolute));
    if (config.tls().isPresent()) {
      document.put("tls", tls);
    }
    return YamlWriter.write(document.node()) + "\n";
  }

  private static String absolute(Path path) {
    return path.toAbsolutePath().normalize().toString();
  }
}
