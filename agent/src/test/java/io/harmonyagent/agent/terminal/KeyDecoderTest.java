package io.harmonyagent.agent.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.agent.terminal.Key.Letter;
import io.harmonyagent.agent.terminal.Key.Named;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyDecoderTest {
  private final KeyDecoder decoder = new KeyDecoder();

  @ParameterizedTest
  @CsvSource({
    "[A, UP",
    "OA, UP",
    "[1;5A, UP",
    "[B, DOWN",
    "[C, RIGHT",
    "[D, LEFT",
    "[5~, PAGE_UP",
    "[6~, PAGE_DOWN",
    "[H, HOME",
    "[1~, HOME",
    "[7~, HOME",
    "[F, END",
    "[4~, END",
    "OM, ENTER"
  })
  void keys_that_send_a_sequence(String sequence, Named key) {
    assertThat(typed("\u001b" + sequence)).containsExactly(key);
    assertThat(decoder.isWaiting()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "3, INTERRUPT",
    "13, ENTER",
    "10, ENTER",
    "127, BACKSPACE",
    "8, BACKSPACE",
    "12, REPAINT"
  })
  void keys_that_send_a_control_character(int code, Named key) {
    assertThat(decoder.feed(new byte[] {(byte) code})).containsExactly(key);
  }

  @Test
  void letters_of_any_script() {
    assertThat(typed("aü漢🙂"))
        .containsExactly(new Letter('a'), new Letter('ü'), new Letter('漢'), new Letter(0x1F642));
  }

  @Test
  void what_comes_in_pieces_is_put_together() {
    List<Key> keys = new ArrayList<>();
    for (byte b : "\u001b[5~ü\u001bOB".getBytes(StandardCharsets.UTF_8)) {
      keys.addAll(decoder.feed(new byte[] {b}));
    }

    assertThat(keys).containsExactly(Named.PAGE_UP, new Letter('ü'), Named.DOWN);
  }

  @Test
  void escape_is_a_key_once_nothing_follows() {
    assertThat(typed("\u001b")).isEmpty();
    assertThat(decoder.isWaiting()).isTrue();
    assertThat(decoder.settle()).containsExactly(Named.ESCAPE);
    assertThat(decoder.isWaiting()).isFalse();
  }

  @Test
  void escape_and_then_a_letter_are_two_keys() {
    assertThat(typed("\u001bq")).containsExactly(Named.ESCAPE, new Letter('q'));
  }

  @Test
  void unknown_sequences_are_passed_over() {
    assertThat(typed("\u001b[200~\u001b[?1;2c\u001bOPx")).containsExactly(new Letter('x'));
  }

  @Test
  void garbage_neither_grows_nor_stops_it() {
    Random random = new Random(1);
    byte[] garbage = new byte[100_000];
    random.nextBytes(garbage);

    decoder.feed(garbage);
    decoder.settle();

    assertThat(typed("\u001b[A")).containsExactly(Named.UP);
  }

  private List<Key> typed(String text) {
    return decoder.feed(text.getBytes(StandardCharsets.UTF_8));
  }
}
