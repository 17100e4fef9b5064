package io.harmonyagent.failover.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TimelinesTest {
  private static final Timelines FIRST = Timelines.parse(1, "");
  private static final Timelines THIRD =
      Timelines.parse(3, "1\t0/3000148\tno recovery target specified\n2\t0/5000000\tthe same\n");

  @Test
  void a_log_that_ends_before_the_next_timeline_began_is_a_part() {
    assertThat(THIRD.contains(FIRST, 0x3000148)).isTrue();
    assertThat(THIRD.contains(FIRST, 0x3000149)).isFalse();
  }

  @Test
  void one_timeline_of_the_same_origin_is_the_same() {
    assertThat(THIRD.contains(THIRD, 0x9000000)).isTrue();
    assertThat(THIRD.clashesWith(THIRD)).isFalse();
  }

  @Test
  void the_same_number_from_another_place_is_another_timeline() {
    Timelines other = Timelines.parse(3, "1\t0/3000148\t\n2\t0/4000000\t\n");
    assertThat(THIRD.clashesWith(other)).isTrue();
    assertThat(THIRD.contains(other, 0x1000000)).isFalse();
  }

  @Test
  void a_timeline_that_the_other_one_never_was_on_is_no_part() {
    Timelines elsewhere = Timelines.parse(2, "1\t0/2000000\t\n");
    assertThat(THIRD.contains(elsewhere, 0)).isFalse();
    assertThat(FIRST.contains(THIRD, 0)).isFalse();
  }
}
