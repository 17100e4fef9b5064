package io.harmonyagent.failover.lease;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.failover.core.CasOutcome;
import org.junit.jupiter.api.Test;

/** S3: the outcomes are told apart, and what is not understood is unknown. */
class PublishAnswerTest {

  private static CasOutcome outcome(String answer) {
    return PublishAnswer.read(answer.getBytes(UTF_8), 99);
  }

  @Test
  void an_ack_tells_the_revision() {
    assertThat(outcome("{\"stream\":\"KV_harmony_failover\",\"seq\":17}"))
        .isEqualTo(new CasOutcome.Acked(17, 99));
  }

  @Test
  void a_wrong_last_sequence_tells_the_one_that_stands() {
    assertThat(
            outcome(
                "{\"error\":{\"code\":400,\"err_code\":10071,"
                    + "\"description\":\"wrong last sequence: 16\"},\"seq\":0}"))
        .isEqualTo(new CasOutcome.Lost(16));
  }

  @Test
  void a_sequence_in_flight_may_be_tried_again() {
    assertThat(outcome("{\"error\":{\"code\":400,\"err_code\":10164,\"description\":\"busy\"}}"))
        .isEqualTo(new CasOutcome.InFlight());
  }

  @Test
  void any_other_answer_is_unknown() {
    assertThat(outcome("{\"error\":{\"code\":503,\"err_code\":10008}}"))
        .isEqualTo(new CasOutcome.Unknown());
    assertThat(outcome("{}")).isEqualTo(new CasOutcome.Unknown());
    assertThat(outcome("+OK")).isEqualTo(new CasOutcome.Unknown());
  }
}
