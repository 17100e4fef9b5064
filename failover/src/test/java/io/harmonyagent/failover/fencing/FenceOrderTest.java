package io.harmonyagent.failover.fencing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FenceOrderTest {
  private static final FenceOrder OURS = order("ours.service", 5432, 5_000);

  @Test
  void the_first_order_and_one_that_stands_are_left_as_they_are() {
    assertThat(OURS.insteadOf(Optional.empty())).contains(OURS);
    assertThat(OURS.insteadOf(Optional.of(order("ours.service", 5432, 1_500)))).isEmpty();
  }

  @Test
  void an_order_for_another_postgres_gives_way_and_pid_1_knows_of_no_more_time_than_before() {
    assertThat(OURS.insteadOf(Optional.of(order("theirs.service", 5432, 1_500))))
        .contains(order("ours.service", 5432, 1_500));
    assertThat(OURS.insteadOf(Optional.of(order("ours.service", 5433, 9_000)))).contains(OURS);
  }

  private static FenceOrder order(String unit, int port, int withinMs) {
    return new FenceOrder("shop", unit, port, Duration.ofMillis(withinMs));
  }
}
