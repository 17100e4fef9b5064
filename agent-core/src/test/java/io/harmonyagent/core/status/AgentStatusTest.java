package io.harmonyagent.core.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.manifest.AgentId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentStatusTest {
  @ParameterizedTest
  @CsvSource({
    "5, 5, 5, true,  true",
    "5, 5, 5, false, false",
    "5, 5, 4, true,  false",
    "5, 4, 4, true,  false",
    "5, 5, 6, true,  false",
    "4, 5, 5, true,  false"
  })
  void converged_means_observed_and_accepted_and_wanted_are_one_and_all_is_ready(
      long desired, long accepted, long observed, boolean ready, boolean converged) {
    Condition condition = new Condition(Condition.Type.READY, ready, "x", "", Instant.EPOCH);
    AgentStatus status =
        new AgentStatus(
            new AgentId("pi"),
            "",
            "",
            "",
            accepted,
            observed,
            0,
            new TreeMap<>(),
            List.of(condition),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    assertThat(status.hasConverged(desired)).isEqualTo(converged);
  }
}
