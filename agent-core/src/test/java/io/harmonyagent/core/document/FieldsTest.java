package io.harmonyagent.core.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldsTest {
  /** One way of asking for a field. */
  @FunctionalInterface
  private interface Question {
    Object ask(Fields in) throws InvalidDocument;
  }

  private final Reading reading = Reading.start();

  static Stream<Arguments> wrongTypes() {
    return Stream.of(
        Arguments.of(
            "{\"x\":1}", question(in -> in.text("x")), "/x", "must be a text, is a number"),
        Arguments.of(
            "{\"x\":[]}", question(in -> in.optionalText("x")), "/x", "must be a text, is a list"),
        Arguments.of(
            "{\"x\":\"1\"}",
            question(in -> in.integer("x")),
            "/x",
            "must be a whole number, is a text"),
        Arguments.of(
            "{\"x\":1.5}",
            question(in -> in.integer("x")),
            "/x",
            "must be a whole number below 2^63, is 1.5"),
        Arguments.of(
            "{\"x\":9223372036854775808}",
            question(in -> in.integer("x")),
            "/x",
            "must be a whole number below 2^63, is 9223372036854775808"),
        Arguments.of(
            "{\"x\":\"true\"}",
            question(in -> in.flag("x", false)),
            "/x",
            "must be true or false, is a text"),
        Arguments.of(
            "{\"x\":{}}", question(in -> in.texts("x")), "/x", "must be a list, is an object"),
        Arguments.of(
            "{\"x\":[\"a\",null]}",
            question(in -> in.texts("x")),
            "/x/1",
            "must be a text, is null"),
        Arguments.of(
            "{\"x\":{\"a/b\":\"1\",\"c~d\":2}}",
            question(in -> in.textMap("x")),
            "/x/c~0d",
            "must be a text, is a number"),
        Arguments.of(
            "{\"x\":[]}", question(in -> in.object("x")), "/x", "must be an object, is a list"),
        Arguments.of(
            "{\"x\":[{},true]}",
            question(in -> in.objects("x")),
            "/x/1",
            "must be an object, is true or false"),
        Arguments.of(
            "{\"x\":{\"a/b\":\"\"}}",
            question(in -> in.objectMap("x")),
            "/x/a~1b",
            "must be an object, is a text"));
  }

  @ParameterizedTest
  @MethodSource("wrongTypes")
  void a_wrong_type_is_named_by_its_pointer(
      String json, Question question, String pointer, String problem) throws InvalidDocument {
    Fields in = open(json);

    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(() -> question.ask(in))
        .satisfies(e -> assertThat(e.pointer().text()).isEqualTo(pointer))
        .satisfies(e -> assertThat(e.problem()).isEqualTo(problem));
  }

  static Stream<Arguments> requiredFields() {
    return Stream.of(
        Arguments.of(question(in -> in.text("x"))),
        Arguments.of(question(in -> in.integer("x"))),
        Arguments.of(question(in -> in.object("x"))));
  }

  @ParameterizedTest
  @MethodSource("requiredFields")
  void a_missing_field_is_named_by_its_pointer(Question question) throws InvalidDocument {
    Fields in = open("{\"y\":{\"z\":1}}").object("y");

    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(() -> question.ask(in))
        .satisfies(e -> assertThat(e.sentence()).isEqualTo("here:1:6: /y/x: is missing"));
  }

  @ParameterizedTest
  @MethodSource("requiredFields")
  void a_null_field_is_missing(Question question) throws InvalidDocument {
    Fields in = open("{\"x\":null}");

    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(() -> question.ask(in))
        .satisfies(e -> assertThat(e.problem()).isEqualTo("is missing"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"x\":null}"})
  void null_and_absent_are_the_same(String json) throws InvalidDocument {
    Fields in = open(json);

    assertThat(in.has("x")).isFalse();
    assertThat(in.optionalText("x")).isEmpty();
    assertThat(in.optionalInteger("x")).isEmpty();
    assertThat(in.optionalObject("x")).isEmpty();
    assertThat(in.flag("x", true)).isTrue();
    assertThat(in.texts("x")).isEmpty();
    assertThat(in.textMap("x")).isEmpty();
    assertThat(in.objects("x")).isEmpty();
    assertThat(in.objectMap("x")).isEmpty();
    assertThat(in.raw("x")).isEmpty();
  }

  @Test
  void right_answers_are_given() throws InvalidDocument {
    Fields in =
        open(
            "{\"t\":\"v\",\"i\":-9223372036854775808,\"f\":false,\"l\":[\"a\",\"b\"],"
                + "\"m\":{\"k\":\"v\"},\"o\":{\"p\":{\"q\":1}}}");

    assertThat(in.text("t")).isEqualTo("v");
    assertThat(in.integer("i")).isEqualTo(Long.MIN_VALUE);
    assertThat(in.flag("f", true)).isFalse();
    assertThat(in.texts("l")).containsExactly("a", "b");
    assertThat(in.textMap("m")).containsEntry("k", "v");
    assertThat(in.objectMap("o").get("p"))
        .isNotNull()
        .satisfies(p -> assertThat(p.has("q")).isTrue());
  }

  @Test
  void what_nobody_asked_for_is_unread() throws InvalidDocument {
    Fields in = open("{\"a\":1,\"b\":{\"c\":2,\"d\":3},\"e\":[{\"f\":4}],\"g\":{\"h\":5}}");
    in.integer("a");
    in.object("b").integer("c");
    in.objects("e");

    assertThat(reading.unread().stream().map(unread -> unread.pointer().text()))
        .containsExactly("/g", "/b/d", "/e/0/f");
  }

  @Test
  void an_unread_field_knows_its_place() throws InvalidDocument {
    open("{\n  \"a\": 1\n}");

    assertThat(reading.unread())
        .containsExactly(new Reading.Unread(new Pointer("/a"), new Place("here", 2, 8)));
  }

  @Test
  void a_null_that_was_asked_for_is_read() throws InvalidDocument {
    open("{\"a\":null}").optionalText("a");

    assertThat(reading.unread()).isEmpty();
  }

  @Test
  void nothing_inside_a_raw_field_is_unread() throws InvalidDocument {
    Optional<Node> raw = open("{\"a\":{\"b\":1}}").raw("a");

    assertThat(raw).isPresent();
    assertThat(reading.unread()).isEmpty();
  }

  @Test
  void the_rest_can_be_ignored() throws InvalidDocument {
    Fields in = open("{\"a\":1,\"b\":2}");

    in.ignoreRest();

    assertThat(reading.unread()).isEmpty();
  }

  @Test
  void a_broken_rule_is_placed_at_its_value() throws InvalidDocument {
    Fields in = open("{\"a\":1, \"b\":2}");

    assertThat(in.invalid("b", "is odd").sentence()).isEqualTo("here:1:13: /b: is odd");
    assertThat(in.invalid("c", "is not there").sentence()).isEqualTo("here:1:1: /c: is not there");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "1", "\"x\"", "null", "true"})
  void a_root_must_be_an_object(String json) {
    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(() -> open(json))
        .satisfies(e -> assertThat(e.pointer()).isEqualTo(Pointer.ROOT))
        .satisfies(e -> assertThat(e.problem()).startsWith("must be an object, is "));
  }

  @Test
  void a_pointer_escapes_what_it_must() {
    assertThat(Pointer.ROOT.child("a/b").child(3).child("~1").text()).isEqualTo("/a~1b/3/~01");
  }

  @Test
  void lists_keep_their_order() throws InvalidDocument {
    List<Fields> objects = open("{\"x\":[{\"n\":1},{\"n\":2},{\"n\":3}]}").objects("x");

    assertThat(objects.stream().map(o -> o.at().text())).containsExactly("/x/0", "/x/1", "/x/2");
  }

  private Fields open(String json) throws InvalidDocument {
    return reading.root(new JsonReader().read(json.getBytes(StandardCharsets.UTF_8), "here"));
  }

  private static Question question(Question question) {
    return question;
  }
}
