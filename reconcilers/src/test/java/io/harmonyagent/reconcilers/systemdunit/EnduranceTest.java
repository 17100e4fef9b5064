package io.harmonyagent.reconcilers.systemdunit;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.time.Moment;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class EnduranceTest {
  private static final String UNIT = "a.service";

  private final Endurance endurance = new Endurance();
  private Moment now = new Moment(Instant.EPOCH, 0);

  @Test
  void the_second_start_may_follow_at_once_and_then_pauses_grow() {
    start();
    assertThat(endurance.startIn(UNIT, now)).isZero();
    start();
    assertThat(endurance.startIn(UNIT, now)).hasSeconds(2);
    start();
    assertThat(endurance.startIn(UNIT, now)).hasSeconds(4);
    pass(Duration.ofSeconds(3));
    assertThat(endurance.startIn(UNIT, now)).hasSeconds(1);
    for (int i = 0; i < 20; i++) {
      start();
    }
    assertThat(endurance.startIn(UNIT, now)).hasMinutes(5);
  }

  @Test
  void who_was_up_for_long_enough_may_start_at_once_again() {
    start();
    start();
    start();
    pass(Duration.ofSeconds(29));
    endurance.seenUp(UNIT, now);
    assertThat(endurance.starts(UNIT)).isEqualTo(3);

    pass(Duration.ofSeconds(1));
    endurance.seenUp(UNIT, now);

    assertThat(endurance.starts(UNIT)).isZero();
    assertThat(endurance.startIn(UNIT, now)).isZero();
  }

  @Test
  void who_was_stopped_by_somebody_may_start_at_once() {
    start();
    start();
    start();

    endurance.stopped(UNIT);

    assertThat(endurance.startIn(UNIT, now)).isZero();
  }

  @Test
  void three_restarts_within_ten_minutes_are_too_many() {
    assertThat(endurance.isRestartedTooOften(UNIT, 0, now)).isFalse();
    assertThat(endurance.isRestartedTooOften(UNIT, 2, now)).isFalse();
    pass(Duration.ofMinutes(9));
    assertThat(endurance.isRestartedTooOften(UNIT, 3, now)).isTrue();
    pass(Duration.ofMinutes(2));
    assertThat(endurance.isRestartedTooOften(UNIT, 3, now)).isFalse();
    assertThat(endurance.isRestartedTooOften(UNIT, 4, now)).isFalse();
  }

  @Test
  void a_counter_that_starts_over_is_counted_anew() {
    endurance.isRestartedTooOften(UNIT, 5, now);

    assertThat(endurance.isRestartedTooOften(UNIT, 1, now)).isFalse();
    assertThat(endurance.isRestartedTooOften(UNIT, 3, now)).isTrue();
  }

  @Test
  void a_counter_that_is_high_when_first_seen_counts_as_of_now() {
    assertThat(endurance.isRestartedTooOften(UNIT, 1000, now)).isTrue();
  }

  @Test
  void how_it_ended_is_known_while_it_runs_again() {
    assertThat(endurance.lastEnd(UNIT, "exited with status 5")).isEqualTo("exited with status 5");
    assertThat(endurance.lastEnd(UNIT, "")).isEqualTo("exited with status 5");
  }

  private void start() {
    endurance.started(UNIT, "/job/1", now);
  }

  private void pass(Duration time) {
    now = now.plus(time);
  }
}
