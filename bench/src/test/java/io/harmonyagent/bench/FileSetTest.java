package io.harmonyagent.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.manifest.AgentManifest;
import io.harmonyagent.core.manifest.ManifestReader;
import org.junit.jupiter.api.Test;

class FileSetTest {
  @Test
  void a_thousand_files_are_a_manifest_that_an_agent_accepts() throws InvalidDocument {
    byte[] json = new FileSet("/srv/many", 1000).manifest(7).getBytes(UTF_8);

    AgentManifest manifest = ManifestReader.read(new JsonReader().read(json, "manifest"));

    assertThat(json.length).isLessThan(ManifestReader.MAX_BYTES);
    assertThat(manifest.generation()).isEqualTo(7);
    assertThat(manifest.resources()).hasSize(1000);
  }

  @Test
  void a_later_generation_changes_the_first_file_alone() {
    FileSet files = new FileSet("/srv/few", 2);

    assertThat(files.manifest(2))
        .contains("value 2 of file 0000", "value 1 of file 0001")
        .doesNotContain("value 2 of file 0001");
  }
}
