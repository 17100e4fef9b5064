package io.harmonyagent.agent.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PainterTest {
  private static final Size SIZE = new Size(10, 3);
  private static final String ESC = "\u001b";

  private final Painter painter = new Painter(true);

  @Test
  void the_first_picture_is_painted_as_a_whole() {
    assertThat(painter.paint(Optional.empty(), picture("one", "two")))
        .isEqualTo(
            ESC
                + "[0m"
                + ESC
                + "[2J"
                + ESC
                + "[1;1Hone"
                + ESC
                + "[K"
                + ESC
                + "[2;1Htwo"
                + ESC
                + "[K");
  }

  @Test
  void then_only_lines_that_differ_are_written() {
    Picture before = picture("one", "two", "three");

    assertThat(painter.paint(Optional.of(before), before)).isEmpty();
    assertThat(painter.paint(Optional.of(before), picture("one", "TWO", "three")))
        .isEqualTo(ESC + "[2;1HTWO" + ESC + "[K");
  }

  @Test
  void another_size_is_painted_as_a_whole() {
    Picture wider = new Picture(new Size(12, 3), List.of(Line.of("one")));

    assertThat(painter.paint(Optional.of(picture("one")), wider))
        .startsWith(ESC + "[0m" + ESC + "[2J");
  }

  @Test
  void the_last_cell_of_a_full_line_is_not_cleared() {
    assertThat(painter.paint(Optional.of(picture("")), picture("0123456789")))
        .isEqualTo(ESC + "[1;1H0123456789");
  }

  @Test
  void tones_have_colours_and_the_selected_line_is_inverse() {
    Picture now = new Picture(SIZE, List.of(Line.of("a", Tone.BAD).and("b").select()));

    assertThat(painter.paint(Optional.of(picture("")), now))
        .contains(ESC + "[1;31;7ma" + ESC + "[0m", ESC + "[7mb" + ESC + "[0m");
  }

  @Test
  void without_colour_no_colour_is_written() {
    Picture now =
        new Picture(SIZE, List.of(Line.of("bad", Tone.BAD).and("good", Tone.GOOD).select()));

    assertThat(new Painter(false).paint(Optional.of(picture("")), now))
        .contains(ESC + "[1;7mbad", ESC + "[7mgood")
        .doesNotContain("[3", "[1;3", ";41");
  }

  @Test
  void a_line_that_is_too_long_is_cut_at_the_edge() {
    assertThat(picture("01234567890").text()).isEqualTo("012345678…");
    assertThat(picture("漢字漢字漢字").text()).isEqualTo("漢字漢字…");
  }

  private static Picture picture(String... lines) {
    return new Picture(SIZE, List.of(lines).stream().map(Line::of).toList());
  }
}
