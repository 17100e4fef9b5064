package io.harmonyagent.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class FiguresTest {
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final Figures figures = new Figures(new PrintStream(printed, true, UTF_8));

  @Test
  void a_figure_is_a_line_of_name_value_and_unit() {
    figures.figure("idle_pss_mb", 24.12345, "MB", 32);
    figures.figure("idle_disk_bytes", 0, "bytes", 0);
    figures.comment("said to people");

    assertThat(printed.toString(UTF_8))
        .isEqualToNormalizingNewlines(
            "figure idle_pss_mb 24.123 MB\nfigure idle_disk_bytes 0 bytes\n# said to people\n");
  }

  @Test
  void a_ratio_tells_ours_theirs_and_the_quotient() {
    figures.ratio("noop_1000", 6, 12, 1);

    assertThat(printed.toString(UTF_8))
        .isEqualToNormalizingNewlines("ratio noop_1000 6 12 0.500\n");
  }

  @Test
  void what_is_at_its_limit_is_within_it() {
    figures.figure("start_to_ready_ms", 60, "ms", 60);
    figures.ratio("noop_1000", 5, 5, 1);

    assertThat(figures.exceeded()).isEmpty();
  }

  @Test
  void what_is_above_its_limit_is_named_with_both_values() {
    figures.figure("start_to_ready_ms", 60.5, "ms", 60);
    figures.ratio("noop_1000", 6, 5, 1);

    assertThat(figures.exceeded())
        .containsExactly(
            "start_to_ready_ms is 60.500 ms, and at most 60 ms is allowed",
            "ratio noop_1000 is 1.200, and at most 1 is allowed");
  }
}
