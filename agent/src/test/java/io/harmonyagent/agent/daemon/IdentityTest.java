package io.harmonyagent.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.config.AgentConfig;
import io.harmonyagent.core.config.ConfigFiles;
import io.harmonyagent.core.manifest.AgentId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdentityTest {
  private static final String MACHINE_ID = "0123456789abcdef0123456789abcdef";

  @TempDir private Path root;

  @Test
  void a_device_has_the_name_that_it_was_given() throws Exception {
    assertThat(Identity.of(config(Map.of("HARMONY_AGENT_ID", "pi-kitchen")), layout()).agentId())
        .isEqualTo(new AgentId("pi-kitchen"));
  }

  @Test
  void without_a_name_the_machine_id_stands_for_it_and_is_not_shown() throws Exception {
    Files.createDirectories(root.resolve("etc"));
    Files.writeString(root.resolve("etc/machine-id"), MACHINE_ID + "\n");

    String id = Identity.of(config(Map.of()), layout()).agentId().value();

    assertThat(id).startsWith("pi-").hasSize(15);
    assertThat(MACHINE_ID).doesNotContain(id.substring(3));
    assertThat(Identity.of(config(Map.of()), layout()).agentId().value()).isEqualTo(id);
  }

  @Test
  void a_directory_in_place_of_a_device_needs_no_name() throws Exception {
    assertThat(Identity.of(config(Map.of()), layout()).agentId()).isEqualTo(new AgentId("local"));
  }

  private Layout layout() {
    return new Layout(root);
  }

  private AgentConfig config(Map<String, String> environment) throws Exception {
    return new ConfigFiles(root.resolve("none"), environment).load();
  }
}
