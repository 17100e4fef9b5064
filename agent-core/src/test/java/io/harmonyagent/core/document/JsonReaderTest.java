package io.harmonyagent.core.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {
  private final JsonReader reader = new JsonReader();

  @Test
  void every_kind_of_value_is_read() throws InvalidDocument {
    Node node = read("{\"t\":\"x\",\"n\":-1.5e3,\"f\":true,\"z\":null,\"l\":[1,[]],\"o\":{}}");

    assertThat(new String(JsonWriter.compact(node), StandardCharsets.UTF_8))
        .isEqualTo("{\"t\":\"x\",\"n\":-1.5e3,\"f\":true,\"z\":null,\"l\":[1,[]],\"o\":{}}");
  }

  @Test
  void a_number_keeps_every_digit() throws InvalidDocument {
    String digits = "1234567890123456789012345678901234567890";

    assertThat(read(digits)).isInstanceOfSatisfying(Node.Numeral.class, n -> isLiteral(n, digits));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'a':1}",
        "{a:1}",
        "{\"a\":1,}",
        "[1,]",
        "[1 2]",
        "{\"a\" 1}",
        "// hi\n1",
        "/* hi */ 1",
        "# hi\n1",
        "NaN",
        "Infinity",
        "-Infinity",
        "01",
        "+1",
        ".5",
        "5.",
        "0x10",
        "True",
        "nul",
        "\"\\x41\"",
        "\"a\tb\"",
        "\"open",
        "{",
        "[",
        "{\"a\":",
        "\"\\ud83\""
      })
  void what_is_only_nearly_json_is_refused(String text) {
    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(() -> read(text))
        .satisfies(e -> assertThat(e.problem()).startsWith("is not JSON: "))
        .satisfies(e -> assertThat(e.pointer()).isEqualTo(Pointer.ROOT))
        .satisfies(e -> assertThat(e.place().source()).isEqualTo("here"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\n\t\r\n"})
  void nothing_is_no_document(String text) {
    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(() -> read(text))
        .satisfies(e -> assertThat(e.sentence()).isEqualTo("here:1:1: the document: is empty"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{} {}", "1 2", "[]x", "{}}", "null,", "{}\u0000"})
  void whatever_follows_the_value_is_refused(String text) {
    assertThatExceptionOfType(InvalidDocument.class).isThrownBy(() -> read(text));
  }

  @Test
  void white_space_may_follow_the_value() throws InvalidDocument {
    assertThat(read("{} \r\n\t")).isInstanceOf(Node.Mapping.class);
  }

  @Test
  void a_key_that_stands_twice_is_refused_at_any_depth() {
    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(() -> read("{\"a\":[{\"b\":1,\"c\":2,\"b\":1}]}"))
        .satisfies(e -> assertThat(e.problem()).contains("Duplicate"));
  }

  @Test
  void two_spellings_of_a_key_are_the_same_key() {
    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(() -> read("{\"a\":1,\"\\u0061\":2}"));
  }

  @Test
  void sixty_four_levels_are_read() throws InvalidDocument {
    assertThat(read("[".repeat(64) + "]".repeat(64))).isInstanceOf(Node.Sequence.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {65, 1_000, 1_000_000})
  void more_levels_are_refused_however_many(int depth) {
    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(() -> read("[".repeat(depth) + "]".repeat(depth)));
  }

  @Test
  void a_number_without_end_is_refused() {
    assertThatExceptionOfType(InvalidDocument.class).isThrownBy(() -> read("9".repeat(100_000)));
  }

  @Test
  void values_know_their_line_and_column_as_an_editor_counts() throws InvalidDocument {
    Node.Mapping root = (Node.Mapping) read("{\n  \"a\": 1,\n  \"ä€😀\": [ true ]\n}");

    assertThat(root.entries().values())
        .extracting(node -> node.place().toString())
        .containsExactly("here:2:8", "here:3:11");
  }

  @Test
  void a_syntax_error_is_placed_where_it_is() {
    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(() -> read("{\n  \"a\": 1,\n  \"b\": nope\n}"))
        .satisfies(e -> assertThat(e.place().line()).isEqualTo(3));
  }

  @Test
  void the_complaint_is_one_line() {
    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(() -> read("{\"a\":1,\"a\":2}"))
        .satisfies(e -> assertThat(e.sentence()).doesNotContain("\n"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "22ff22", // no lead byte at all
        "2280 22", // a continuation without a lead
        "22c3 22", // a lead without its continuation
        "22c0af22", // '/' in two bytes
        "22e080af22", // '/' in three bytes
        "22eda08022", // half of a surrogate pair
        "22f4908080 22", // beyond the last code point
        "22e282" // cut off
      })
  void bytes_that_are_not_utf_8_are_refused(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));

    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(() -> reader.read(bytes, "here"))
        .satisfies(e -> assertThat(e.problem()).contains("UTF-8"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16BE", "UTF-16LE", "UTF-16", "UTF-32BE", "UTF-32LE"})
  void no_other_encoding_is_guessed(String charset) {
    byte[] bytes = "{\"a\":1}".getBytes(Charset.forName(charset));

    assertThatExceptionOfType(InvalidDocument.class).isThrownBy(() -> reader.read(bytes, "here"));
  }

  @Test
  void an_escaped_lone_surrogate_is_kept_as_it_is() throws InvalidDocument {
    assertThat(read("\"\\ud800\""))
        .isInstanceOfSatisfying(
            Node.Text.class, text -> assertThat(text.value()).isEqualTo("\ud800"));
  }

  @Test
  void an_escaped_pair_is_one_letter() throws InvalidDocument {
    assertThat(read("\"\\ud83d\\ude00\""))
        .isInstanceOfSatisfying(Node.Text.class, text -> assertThat(text.value()).isEqualTo("😀"));
  }

  private Node read(String text) throws InvalidDocument {
    return reader.read(text.getBytes(StandardCharsets.UTF_8), "here");
  }

  private static void isLiteral(Node.Numeral number, String literal) {
    assertThat(number.literal()).isEqualTo(literal);
  }
}
