package io.harmonyagent.agent.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CellsTest {
  @ParameterizedTest
  @CsvSource({
    "kitchen, 7",
    "küche, 5",
    "漢字, 4",
    "한글, 4",
    "🙂, 2",
    "→ … ▁, 5",
    "e\u0301, 1",
    "a\u200db, 2"
  })
  void a_text_is_as_wide_as_a_terminal_shows_it(String text, int cells) {
    assertThat(Cells.width(text)).isEqualTo(cells);
  }

  @ParameterizedTest
  @CsvSource({
    "kitchen, 9, 'kitchen  '",
    "kitchen, 7, kitchen",
    "kitchen, 5, kitc…",
    "kitchen, 1, …",
    "kitchen, 0, ''",
    "漢字漢字, 5, 漢字…",
    "漢字漢字, 6, '漢字… '"
  })
  void a_text_is_brought_to_a_width(String text, int cells, String expected) {
    assertThat(Cells.fit(text, cells)).isEqualTo(expected);
  }

  @Test
  void nothing_that_a_terminal_would_obey_is_left() {
    String evil = "a\u001b[2Jb\u009b31mc\r\nd\u0007e\u202ef";

    assertThat(Span.of(evil).text()).isEqualTo("a\uFFFD[2Jb\uFFFD31mc\uFFFD d\uFFFDe\uFFFDf");
  }
}
