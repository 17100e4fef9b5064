package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.document.Place;
import io.harmonyagent.core.document.Reading;
import io.harmonyagent.core.document.YamlWriter;
import io.harmonyagent.failover.core.ClusterConfig;
import io.harmonyagent.failover.lease.ClusterName;
import io.harmonyagent.failover.lease.ConfigJson;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code failover edit-config}: shows what changes and whether it is safe, then writes it. */
@Command(
    name = "edit-config",
    description = "Changes a cluster's config, after showing what that means.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Without --set and --file, the editor of $VISUAL or $EDITOR is opened with the config. An edit"
          + " that is not written is kept, and it is said where.",
      "",
      "Example:",
      "  harmonyctl failover edit-config shop --set failover_timeout_ms=8000"
    })
final class FailoverEditConfigCommand implements Callable<Integer> {
  @Mixin private MeshAccess mesh;
  @Mixin private ClusterOption cluster;

  @Option(names = "--set", paramLabel = "FIELD=VALUE", description = "A field and its new value.")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description = "The whole new config, as YAML, or JSON if its name says so.")
  private @Nullable Path file;

  @Option(
      names = {"-y", "--yes"},
      description = "Write it without asking.")
  private boolean yes;

  @Mixin private Output output;

  /** What somebody has written in an editor, for as long as it is nowhere else. */
  private @Nullable Path draft;

  @Override
  public Integer call() throws Exception {
    if (!settings.isEmpty() && file != null) {
      throw UserError.badInput("--set changes a field, --file is the whole config; give one");
    }
    ClusterName name = cluster.name();
    try {
      int exitCode = ConfigChange.ofKnown(mesh, name, output, this::edited, this::consents);
      forgetDraft();
      return exitCode;
    } finally {
      if (draft != null) {
        output
            .err()
            .println(
                "what you wrote is kept: harmonyctl failover edit-config " + name + " -f " + draft);
      }
    }
  }

  private ClusterConfig edited(ClusterConfig before)
      throws UserError, IOException, InterruptedException {
    Node now = ConfigJson.write(before).node();
    try {
      if (!settings.isEmpty()) {
        return config(with((Node.Mapping) now));
      }
      return config(file == null ? inEditor(now) : Manifests.document(file));
    } catch (InvalidDocument e) {
      throw UserError.badInput(e.sentence());
    }
  }

  private Node with(Node.Mapping config) throws UserError {
    SequencedMap<String, Node> entries = new LinkedHashMap<>(config.entries());
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      Node old = entries.get(setting.getKey());
      if (old == null) {
        throw UserError.badInput(
            "a config has no field '"
                + setting.getKey()
                + "'; it has "
                + String.join(", ", entries.keySet()));
      }
      entries.put(setting.getKey(), like(old, setting.getValue()));
    }
    return new Node.Mapping(Place.NOWHERE, entries);
  }

  private static Node like(Node old, String value) {
    return switch (old) {
      case Node.Numeral _ -> new Node.Numeral(Place.NOWHERE, value);
      case Node.Flag _ when value.equals("true") || value.equals("false") ->
          new Node.Flag(Place.NOWHERE, Boolean.parseBoolean(value));
      case Node.Flag _, Node.Text _, Node.Mapping _, Node.Sequence _, Node.Nothing _ ->
          new Node.Text(Place.NOWHERE, value);
    };
  }

  private Node inEditor(Node config)
      throws UserError, IOException, InterruptedException, InvalidDocument {
    String editor =
        editor(System.getenv())
            .orElseThrow(
                () ->
                    UserError.badInput(
                        "say what to change with --set or --file, or set VISUAL or EDITOR"));
    Path written = Files.createTempFile("harmonyctl-", ".yaml");
    draft = written;
    String before = YamlWriter.write(config);
    Files.writeString(written, before);
    Process process =
        new ProcessBuilder("sh", "-c", editor + " \"$1\"", "sh", written.toString())
            .inheritIO()
            .start();
    boolean isWell = process.waitFor() == 0;
    if (Files.readString(written).equals(before)) {
      forgetDraft();
    }
    if (!isWell) {
      throw UserError.failed("the editor ended with an error, nothing was written");
    }
    return draft == null ? config : Manifests.document(written);
  }

  /** The one that a person looks into comes first, as everywhere. */
  static Optional<String> editor(Map<String, String> environment) {
    return Stream.of("VISUAL", "EDITOR")
        .map(name -> environment.getOrDefault(name, ""))
        .filter(editor -> !editor.isBlank())
        .findFirst();
  }

  private void forgetDraft() throws IOException {
    Path written = draft;
    if (written != null) {
      Files.deleteIfExists(written);
      draft = null;
    }
  }

  /** A misspelt field would be believed to be in force, so it is a mistake. */
  static ClusterConfig config(Node document) throws InvalidDocument {
    Reading reading = Reading.start();
    ClusterConfig config = ConfigJson.read(reading.root(document));
    for (Reading.Unread unread : reading.unread()) {
      throw new InvalidDocument(unread.pointer(), unread.place(), "is not known; is it misspelt?");
    }
    return config;
  }

  @SuppressWarnings("SystemConsoleNull") // a native binary without a terminal has none
  private boolean consents() throws UserError {
    if (yes) {
      return true;
    }
    Console console =
        Optional.ofNullable(System.console())
            .filter(Console::isTerminal)
            .orElseThrow(
                () -> UserError.badInput("nobody can be asked here; say --yes to write it"));
    String answer = console.readLine("Write this config? [y/N] ");
    return answer != null && answer.strip().equalsIgnoreCase("y");
  }
}
