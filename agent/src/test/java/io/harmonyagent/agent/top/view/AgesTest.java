package io.harmonyagent.agent.top.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgesTest {
  @ParameterizedTest
  @CsvSource({
    "PT-5S, 0s, 0ms",
    "PT0.041S, 0s, 41ms",
    "PT1.27S, 1s, 1.2s",
    "PT12.9S, 12s, 12s",
    "PT3M4S, 3m, 3m04s",
    "PT59M59S, 59m, 59m59s",
    "PT23H59M, 23h, 23h",
    "PT100H, 4d, 4d"
  })
  void an_age_is_short(Duration age, String brief, String exact) {
    assertThat(Ages.brief(age)).isEqualTo(brief);
    assertThat(Ages.exact(age)).isEqualTo(exact);
  }

  @Test
  void a_time_of_another_day_has_its_date() {
    assertThat(Ages.clock(Scene.ago(61), Scene.NOON)).isEqualTo("11:58:59Z");
    assertThat(Ages.clock(Scene.ago(200_000), Scene.NOON)).isEqualTo("11-16 04:26");
  }
}
