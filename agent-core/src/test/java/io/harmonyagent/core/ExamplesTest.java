package io.harmonyagent.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.config.AgentConfig;
import io.harmonyagent.core.config.ConfigFiles;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.document.YamlReader;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.AgentManifest;
import io.harmonyagent.core.manifest.ManifestReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every example works as it stands: with the real readers, and with the schema that it names. */
class ExamplesTest {
  private static final String SCHEMA = "# yaml-language-server: $schema=";
  private static final Path EXAMPLES = SchemaCheck.repository().resolve("examples");

  static List<Path> examples() throws IOException {
    try (Stream<Path> files = Files.list(EXAMPLES)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
  }

  static List<Path> manifests() throws IOException {
    Set<String> others = Set.of("config.yaml", "multisite-postgres.yaml");
    return examples().stream()
        .filter(file -> !others.contains(file.getFileName().toString()))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void names_a_schema_that_is_there_and_fits(Path example) throws Exception {
    String first = Files.readAllLines(example).getFirst();
    assertThat(first).startsWith(SCHEMA);
    Path schema = example.resolveSibling(first.substring(SCHEMA.length())).normalize();
    assertThat(schema).exists();
    String name = schema.getFileName().toString().replace(".schema.json", "");
    assertThat(SchemaCheck.of(name).complaints(document(example))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("manifests")
  void is_a_manifest_without_unknown_fields(Path example) throws Exception {
    AgentManifest manifest = ManifestReader.readStatic(document(example));

    assertThat(manifest.resources()).isNotEmpty();
    assertThat(manifest.ignoredFields()).isZero();
  }

  @Test
  void the_configuration_loads(@TempDir Path directory) throws Exception {
    Files.copy(EXAMPLES.resolve("config.yaml"), directory.resolve("config.yaml"));

    AgentConfig config = new ConfigFiles(directory, Map.of()).load();

    assertThat(config.agentId()).contains(new AgentId("pi-kitchen"));
    assertThat(config.mesh()).isPresent();
  }

  private static Node document(Path example) throws Exception {
    return new YamlReader().read(Files.readString(example), example.getFileName().toString());
  }
}
