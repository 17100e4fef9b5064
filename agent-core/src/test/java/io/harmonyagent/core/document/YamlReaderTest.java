package io.harmonyagent.core.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YamlReaderTest {
  private final YamlReader reader = new YamlReader();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "no",
        "yes",
        "on",
        "off",
        "y",
        "n",
        "No",
        "TRUE",
        "Null",
        "~",
        "0644",
        "0o17",
        "0x1f",
        "1_000",
        "12:30:45",
        "2026-01-01",
        "1.2.3",
        "+1",
        "'true'",
        "\"5\"",
        "'null'"
      })
  void what_looks_like_more_in_other_yamls_is_a_text(String scalar) throws InvalidDocument {
    assertThat(read(scalar)).isInstanceOf(Node.Text.class);
  }

  @ParameterizedTest
  @CsvSource({"true,true", "false,false"})
  void only_true_and_false_are_flags(String scalar, boolean value) throws InvalidDocument {
    assertThat(read(scalar))
        .isInstanceOfSatisfying(Node.Flag.class, flag -> assertThat(flag.value()).isEqualTo(value));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "42", "0.5", "1e3", "123456789012345678901234567890"})
  void a_number_keeps_its_digits(String scalar) throws InvalidDocument {
    assertThat(read(scalar))
        .isInstanceOfSatisfying(
            Node.Numeral.class, number -> assertThat(number.literal()).isEqualTo(scalar));
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "", "# only a comment", "---"})
  void nothing_is_nothing(String text) throws InvalidDocument {
    assertThat(read(text)).isInstanceOf(Node.Nothing.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".inf",
        "-.inf",
        ".nan",
        "1.",
        "!!int abc",
        "!!float x",
        "!!bool yes",
        "!!null x",
        "!secret x",
        "!!binary aGk=",
        "!!set {a, b}",
        "!!omap [a: 1]"
      })
  void what_json_could_not_say_is_refused(String value) {
    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(() -> read("a: " + value))
        .satisfies(e -> assertThat(e.pointer().text()).isEqualTo("/a"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a: [1, -2.5, 1e3, 0.0, 6E-7, true, null, text, 'q', \"d\"]",
        "a: {b: [], c: {}}",
        "? a\n: b",
        "a: |\n  one\n  two\nb: >\n  folded\n  text"
      })
  void whatever_is_read_can_be_written_as_json(String text) throws InvalidDocument {
    Node tree = read(text);

    Node back = new JsonReader().read(JsonWriter.compact(tree), "");

    assertThat(RandomTrees.withoutPlaces(back)).isEqualTo(RandomTrees.withoutPlaces(tree));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a: &x [1]\nb: *x",
        "a: &x 1",
        "- &x {}",
        "&x [*x]",
        "&k a: 1\nb: *k",
        "a: &a [l,l]\nb: &b [*a,*a]\nc: &c [*b,*b]\nd: [*c,*c]"
      })
  void anchors_are_refused(String text) {
    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(() -> read(text))
        .satisfies(e -> assertThat(e.problem()).contains("anchor"));
  }

  @Test
  void a_key_that_stands_twice_is_refused_where_it_stands_again() {
    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(() -> read("a:\n  b: 1\n  c: 2\n  b: 3\n"))
        .satisfies(
            e ->
                assertThat(e.sentence())
                    .isEqualTo("here:4:3: /a/b: stands twice in the same object"));
  }

  @Test
  void a_quoted_and_a_plain_key_are_the_same_key() {
    assertThatExceptionOfType(InvalidDocument.class).isThrownBy(() -> read("1: a\n'1': b\n"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"? [a]\n: b", "? {a: b}\n: c"})
  void a_key_is_a_text(String text) {
    assertThatExceptionOfType(InvalidDocument.class).isThrownBy(() -> read(text));
  }

  @Test
  void a_second_document_is_refused() {
    assertThatExceptionOfType(InvalidDocument.class).isThrownBy(() -> read("a: 1\n---\nb: 2\n"));
  }

  @Test
  void sixty_four_levels_are_read() throws InvalidDocument {
    assertThat(read("[".repeat(64) + "]".repeat(64))).isInstanceOf(Node.Sequence.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {65, 1_000, 100_000})
  void more_levels_are_refused_however_many(int depth) {
    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(() -> read("[".repeat(depth) + "]".repeat(depth)))
        .satisfies(e -> assertThat(e.problem()).contains("deep"));
  }

  @Test
  void values_know_their_line_and_column_as_an_editor_counts_and_blocks_their_keys()
      throws InvalidDocument {
    Node.Mapping root = (Node.Mapping) read("# first\na: 1\nä€: [ x ]\nc:\n  d: y\n");

    assertThat(root.entries().values())
        .extracting(node -> node.place().toString())
        .containsExactly("here:2:4", "here:3:5", "here:4:1");
  }

  @Test
  void a_syntax_error_is_placed_where_it_is() {
    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(() -> read("a: 1\nb: [1, 2\nc: 3\n"))
        .satisfies(e -> assertThat(e.place().source()).isEqualTo("here"))
        .satisfies(e -> assertThat(e.place().line()).isEqualTo(3))
        .satisfies(e -> assertThat(e.problem()).startsWith("is not YAML: "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a: \u0000", "\ta: 1", "a: 'open", "a: @x", "%YAML 9.9\n---\na: 1"})
  void what_is_not_yaml_is_refused(String text) {
    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(() -> read(text))
        .satisfies(e -> assertThat(e.place().source()).isEqualTo("here"));
  }

  private Node read(String text) throws InvalidDocument {
    return reader.read(text, "here");
  }
}
