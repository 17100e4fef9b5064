package io.harmonyagent.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.config.ConfigFiles;
import io.harmonyagent.core.document.YamlReader;
import io.harmonyagent.core.engine.OwnedThing;
import io.harmonyagent.core.engine.Ownership;
import io.harmonyagent.core.ledger.Ledger;
import io.harmonyagent.core.manifest.AgentManifest;
import io.harmonyagent.core.manifest.ManifestReader;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.ResourceState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StaticRunTest {
  @TempDir private Path temporary;
  private Path root;

  @BeforeEach
  void boot() throws Exception {
    root = Files.createDirectory(temporary.resolve("device"));
  }

  @Test
  void a_manifest_is_put_into_place_in_the_order_of_its_dependencies() throws Exception {
    AgentStatus status =
        once(
            """
            generation: 3
            resources:
              - id: second
                depends_on: [first]
                spec: {kind: File, path: /etc/app/second, mode: "0600", content: {inline: "2\\n"}}
              - id: first
                spec: {kind: File, path: /etc/app/first, content: {inline: "1\\n"}}
            """);

    assertThat(status.hasConverged(3)).isTrue();
    assertThat(root.resolve("etc/app/first")).hasContent("1\n");
    assertThat(root.resolve("etc/app/second")).hasContent("2\n");
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(root.resolve("etc/app/second"))))
        .isEqualTo("rw-------");
  }

  @Test
  void an_empty_manifest_is_converged() throws Exception {
    assertThat(once("resources: []").hasConverged(0)).isTrue();
  }

  @Test
  void what_cannot_be_is_told_and_the_rest_is_done() throws Exception {
    Files.createDirectories(root.resolve("etc"));
    Files.writeString(root.resolve("etc/theirs"), "theirs");

    AgentStatus status =
        once(
            """
            resources:
              - id: fine
                spec: {kind: File, path: /etc/fine, content: {inline: x}}
              - id: theirs
                spec: {kind: File, path: /etc/theirs, content: {inline: x}}
              - id: waits
                depends_on: [theirs]
                spec: {kind: File, path: /etc/waits, content: {inline: x}}
              - id: strange
                spec: {kind: Quantum}
            """);

    assertThat(status.hasConverged(0)).isFalse();
    assertThat(state(status, "fine")).isInstanceOf(ResourceState.Ready.class);
    assertThat(state(status, "theirs"))
        .isInstanceOfSatisfying(
            ResourceState.Failed.class,
            failed -> assertThat(failed.error().code()).isEqualTo("AlreadyExists"));
    assertThat(state(status, "waits")).isEqualTo(new ResourceState.Blocked("theirs"));
    assertThat(state(status, "strange")).isInstanceOf(ResourceState.UnknownResource.class);
    assertThat(root.resolve("etc/theirs")).hasContent("theirs");
  }

  @Test
  void what_an_earlier_manifest_made_goes() throws Exception {
    Files.createDirectories(root.resolve("etc"));
    Files.writeString(root.resolve("etc/old"), "x");
    Ledger.open(new Layout(root).state())
        .own(Ownership.of(new OwnedThing("File", "/etc/old"), new ResourceId("old")));

    AgentStatus status = once("resources: []");

    assertThat(status.hasConverged(0)).isTrue();
    assertThat(root.resolve("etc/old")).doesNotExist();
  }

  @Test
  void everything_stays_inside_the_root() throws Exception {
    once("resources: [{id: a, spec: {kind: File, path: /a, content: {inline: x}}}]");

    assertThat(temporary.toFile().list()).containsExactly("device");
    assertThat(root.resolve("var/lib/harmony-agent/owned.log")).isNotEmptyFile();
  }

  private AgentStatus once(String yaml) throws Exception {
    AgentManifest manifest = ManifestReader.readStatic(new YamlReader().read(yaml, "device.yaml"));
    Layout layout = new Layout(root);
    return Wiring.staticRun(
            new ConfigFiles(layout.configuration(), Map.of()).load(), layout, Map.of())
        .once(manifest);
  }

  private static ResourceState state(AgentStatus status, String id) {
    return Optional.ofNullable(status.resources().get(new ResourceId(id))).orElseThrow().state();
  }
}
