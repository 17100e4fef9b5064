package io.harmonyagent.failover.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.Reading;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FailoverBucketTest {

  @Test
  void one_as_it_is_made_has_no_flaw() throws InvalidDocument {
    assertThat(flaws(bucket())).isEmpty();
  }

  @Test
  void one_whose_records_can_be_deleted_is_no_ground_for_a_lease() throws InvalidDocument {
    assertThat(flaws(bucket().put("deny_delete", false)))
        .singleElement()
        .satisfies(flaw -> assertThat(flaw.sentence()).contains("deny_delete"));
  }

  @Test
  void another_history_is_told_with_what_makes_it_right() throws InvalidDocument {
    assertThat(flaws(bucket().put("max_msgs_per_subject", 1)))
        .extracting(FailoverBucket.Flaw::edit)
        .containsExactly(Optional.of("--max-msgs-per-subject=64"));
  }

  @Test
  void one_in_memory_can_only_be_made_anew() throws InvalidDocument {
    assertThat(flaws(bucket().put("storage", "memory")))
        .extracting(FailoverBucket.Flaw::edit)
        .containsExactly(Optional.empty());
  }

  private static JsonObject bucket() {
    return new JsonObject()
        .put("max_msgs_per_subject", FailoverBucket.HISTORY)
        .put("storage", "file")
        .put("deny_delete", true);
  }

  private static List<FailoverBucket.Flaw> flaws(JsonObject config) throws InvalidDocument {
    return FailoverBucket.flaws(Reading.start().root(config.node()));
  }
}
