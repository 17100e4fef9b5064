package io.harmonyagent.failover.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UpstreamTest {
  private static final long SEGMENT = 16L << 20;

  /** Its oldest segment begins at 1/3000000. */
  private static final Upstream.Answer ANSWER =
      Upstream.answer("f|7291|1||0000000100000003|" + SEGMENT + "\n").orElseThrow();

  @Test
  void a_log_that_ends_in_a_segment_that_is_kept_can_be_continued() {
    assertThat(ANSWER.hasLogFrom(ControlData.lsn("1/3000000"))).isTrue();
    assertThat(ANSWER.hasLogFrom(ControlData.lsn("1/3ABCDEF"))).isTrue();
    assertThat(ANSWER.hasLogFrom(ControlData.lsn("2/0"))).isTrue();
  }

  @Test
  void one_that_ends_in_a_segment_before_it_cannot() {
    assertThat(ANSWER.hasLogFrom(ControlData.lsn("1/2FFFFFF"))).isFalse();
    assertThat(ANSWER.hasLogFrom(ControlData.lsn("0/FF000000"))).isFalse();
  }

  @Test
  void what_is_no_answer_says_nothing() {
    assertThat(Upstream.answer("")).isEmpty();
  }
}
