package io.harmonyagent.failover.lease;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.document.Reading;
import org.junit.jupiter.api.Test;

/** The records as JSON: nothing is lost on the way, and nothing is guessed. */
class RecordJsonTest {

  private static String text(JsonObject json) {
    return new String(JsonWriter.compact(json.node()), UTF_8);
  }

  private static Fields fields(String json) throws InvalidDocument {
    return Reading.start().root(new JsonReader().read(json.getBytes(UTF_8), "record"));
  }

  @Test
  void a_lease_is_read_as_it_was_written() throws InvalidDocument {
    assertThat(LeaseJson.read(fields(text(LeaseJson.write(Records.lease(28))))))
        .isEqualTo(Records.lease(28));
  }

  @Test
  void a_released_lease_names_nobody() throws InvalidDocument {
    String json = text(LeaseJson.write(Records.released()));

    assertThat(json).contains("\"current_primary\":null");
    assertThat(LeaseJson.read(fields(json))).isEqualTo(Records.released());
  }

  @Test
  void a_report_is_read_as_it_was_written() throws InvalidDocument {
    assertThat(ReportJson.read(fields(text(ReportJson.write(Records.REPORT)))))
        .isEqualTo(Records.REPORT);
  }

  @Test
  void a_config_is_read_as_it_was_written() throws InvalidDocument {
    String json = text(ConfigJson.write(Records.CONFIG));

    assertThat(json).contains("\"replication\":\"sync-strict\"", "\"failback\":\"auto\"");
    assertThat(ConfigJson.read(fields(json))).isEqualTo(Records.CONFIG);
  }

  @Test
  void a_config_without_one_of_its_numbers_is_refused_by_its_name() {
    String json = text(ConfigJson.write(Records.CONFIG)).replace("fence_timeout_ms", "fence_ms");

    assertThatThrownBy(() -> ConfigJson.read(fields(json)))
        .isInstanceOfSatisfying(
            InvalidDocument.class,
            e -> assertThat(e.sentence()).contains("/fence_timeout_ms: is missing"));
  }

  @Test
  void a_word_that_is_none_is_refused_with_the_words_there_are() {
    String json = text(ConfigJson.write(Records.CONFIG)).replace("sync-strict", "quorum");

    assertThatThrownBy(() -> ConfigJson.read(fields(json)))
        .hasMessageContaining("must be one of async, sync, sync-strict, is quorum");
  }

  @Test
  void a_site_that_could_have_no_key_is_refused() {
    String json = text(ConfigJson.write(Records.CONFIG)).replace("site-b-cloud", "site.*");

    assertThatThrownBy(() -> ConfigJson.read(fields(json))).hasMessageContaining("'site.*'");
  }

  @Test
  void a_cluster_name_is_a_single_token() {
    assertThatThrownBy(() -> new ClusterName("a.b")).hasMessageContaining("'a.b'");
    assertThatThrownBy(() -> new ClusterName("a-")).hasMessageContaining("'a-'");
    assertThat(new ClusterName("orders-1")).hasToString("orders-1");
  }
}
