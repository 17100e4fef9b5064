package io.harmonyagent.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaitingTest {
  private static final Duration LONG = Duration.ofSeconds(10);
  private static final Duration SHORT = Duration.ofMillis(20);

  @Test
  void the_first_wanted_value_is_returned() {
    Iterator<Integer> values = List.of(1, 2, 3, 4).iterator();

    int found = Waiting.eventually(LONG, values::next, value -> value > 2, "a value over two");

    assertThat(found).isEqualTo(3);
  }

  @Test
  void a_look_that_fails_is_repeated() {
    Iterator<String> values = List.of("not a number", "7").iterator();

    int found =
        Waiting.eventually(LONG, () -> Integer.parseInt(values.next()), value -> true, "a number");

    assertThat(found).isEqualTo(7);
  }

  @Test
  void the_failure_tells_what_was_waited_for_and_what_was_seen_last() {
    assertThatThrownBy(
            () -> Waiting.eventually(SHORT, () -> "stopped", "running"::equals, "the unit runs"))
        .isInstanceOf(TestbedException.class)
        .hasMessageContaining("the unit runs")
        .hasMessageContaining("stopped");
  }
}
