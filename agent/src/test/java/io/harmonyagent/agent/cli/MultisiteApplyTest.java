package io.harmonyagent.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.manifest.PostgresSiteSpec;
import io.harmonyagent.failover.lease.ClusterName;
import io.harmonyagent.failover.topology.MultisitePostgres;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MultisiteApplyTest {
  private static final ClusterName SHOP = new ClusterName("shop");

  @Test
  void what_else_is_wanted_of_a_device_stays_and_what_was_for_one_generation_goes()
      throws Exception {
    Node standing =
        node(
            """
            {"generation":7,"rollback":true,"signature":{"key":"a"},"agent":{"version":"1"},
             "resources":[{"id":"web","spec":{"kind":"X"}}]}""");

    Node merged = MultisiteApply.merged(Optional.of(standing), SHOP, site());

    assertThat(text(merged))
        .startsWith("{\"agent\":{\"version\":\"1\"},\"resources\":[{\"id\":\"web\",")
        .contains("\"id\":\"postgres-shop\"")
        .doesNotContain("signature", "rollback", "generation");
  }

  @Test
  void a_second_time_nothing_changes() throws Exception {
    Node once = MultisiteApply.merged(Optional.empty(), SHOP, site());

    assertThat(text(MultisiteApply.merged(Optional.of(once), SHOP, site()))).isEqualTo(text(once));
  }

  private static PostgresSiteSpec site() throws Exception {
    return MultisitePostgres.read(
            Manifests.document(Path.of("../examples/multisite-postgres.yaml")))
        .plan()
        .sites()
        .firstEntry()
        .getValue();
  }

  private static String text(Node node) {
    return new String(JsonWriter.compact(node), StandardCharsets.UTF_8);
  }

  private static Node node(String json) throws InvalidDocument {
    return new JsonReader().read(json.getBytes(StandardCharsets.UTF_8), "test");
  }
}
