package io.harmonyagent.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SamplesTest {
  private static final Samples ONE_TO_200 =
      new Samples(IntStream.rangeClosed(1, 200).mapToObj(Double::valueOf).toList());

  @Test
  void of_200_measurements_the_p99_is_exceeded_by_two() {
    assertThat(ONE_TO_200.percentile(99)).isEqualTo(198);
  }

  @Test
  void half_of_the_measurements_are_at_most_the_median() {
    assertThat(ONE_TO_200.median()).isEqualTo(100);
    assertThat(new Samples(List.of(3.0, 1.0, 2.0)).median()).isEqualTo(2);
  }

  @Test
  void a_single_measurement_is_every_percentile() {
    Samples one = new Samples(List.of(7.0));

    assertThat(one.percentile(1)).isEqualTo(7);
    assertThat(one.percentile(100)).isEqualTo(7);
  }

  @Test
  void p95_of_30_is_not_the_slowest() {
    Samples thirty = new Samples(IntStream.rangeClosed(1, 30).mapToObj(Double::valueOf).toList());

    assertThat(thirty.percentile(95)).isEqualTo(29);
    assertThat(thirty.largest()).isEqualTo(30);
  }

  @Test
  void nothing_has_no_percentile() {
    assertThatThrownBy(() -> new Samples(List.of())).isInstanceOf(IllegalArgumentException.class);
  }
}
