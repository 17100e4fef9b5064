package io.harmonyagent.reconcilers.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.time.Moment;
import io.harmonyagent.reconcilers.container.podman.PodmanContainer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UptimesTest {
  private static final Instant START = Instant.parse("2026-01-31T12:00:00Z");

  private final Uptimes uptimes = new Uptimes();

  @Test
  void what_had_passed_before_the_first_look_counts() {
    assertThat(uptimes.of(started(START), at(START.plusSeconds(5), 0)))
        .isEqualTo(Duration.ofSeconds(5));
    assertThat(uptimes.of(started(START), at(START.plusSeconds(8), 3)))
        .isEqualTo(Duration.ofSeconds(8));
  }

  @Test
  void a_clock_that_jumps_by_years_changes_nothing() {
    uptimes.of(started(START), at(START.plusSeconds(1), 0));

    Instant years = START.plus(Duration.ofDays(10_000));
    assertThat(uptimes.of(started(START), at(years, 2))).isEqualTo(Duration.ofSeconds(3));
    assertThat(uptimes.of(started(START), at(START.minusSeconds(99), 4)))
        .isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void a_start_in_the_future_counts_from_now() {
    assertThat(uptimes.of(started(START), at(START.minusSeconds(60), 0))).isZero();
  }

  @Test
  void another_start_counts_anew() {
    uptimes.of(started(START), at(START, 0));

    assertThat(uptimes.of(started(START.plusSeconds(50)), at(START.plusSeconds(51), 51)))
        .isEqualTo(Duration.ofSeconds(1));
  }

  private static Moment at(Instant wall, long seconds) {
    return new Moment(wall, Duration.ofSeconds(seconds).toNanos());
  }

  private static PodmanContainer started(Instant when) {
    return new PodmanContainer(
        "id",
        "web",
        "image",
        Map.of(),
        PodmanContainer.Run.RUNNING,
        0,
        when,
        Instant.EPOCH,
        Optional.empty());
  }
}
