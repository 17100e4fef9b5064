package io.harmonyagent.core.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class JsonWriterTest {
  private static final int TREES = 400;
  private static final int DEPTH = 5;

  private final JsonReader reader = new JsonReader();

  @RepeatedTest(5)
  void a_compact_tree_is_read_back_as_it_was(RepetitionInfo repetition) throws InvalidDocument {
    RandomTrees trees = trees(repetition);
    for (int i = 0; i < TREES; i++) {
      Node tree = trees.tree(DEPTH);

      Node back = reader.read(JsonWriter.compact(tree), "");

      assertThat(RandomTrees.withoutPlaces(back)).isEqualTo(tree);
    }
  }

  @RepeatedTest(5)
  void a_pretty_tree_is_read_back_as_it_was(RepetitionInfo repetition) throws InvalidDocument {
    RandomTrees trees = trees(repetition);
    for (int i = 0; i < TREES; i++) {
      Node tree = trees.tree(DEPTH);

      Node back = reader.read(JsonWriter.pretty(tree).getBytes(StandardCharsets.UTF_8), "");

      assertThat(RandomTrees.withoutPlaces(back)).isEqualTo(tree);
    }
  }

  @RepeatedTest(5)
  void the_canonical_form_does_not_depend_on_the_order_of_keys(RepetitionInfo repetition) {
    RandomTrees trees = trees(repetition);
    for (int i = 0; i < TREES; i++) {
      Node tree = trees.tree(DEPTH);

      byte[] canonical = JsonWriter.canonical(trees.shuffled(tree));

      assertThat(canonical).isEqualTo(JsonWriter.canonical(tree));
    }
  }

  @RepeatedTest(5)
  void trees_that_differ_have_canonical_forms_that_differ(RepetitionInfo repetition) {
    RandomTrees trees = trees(repetition);
    for (int i = 0; i < TREES; i++) {
      Node one = trees.tree(2);
      Node other = trees.tree(2);

      boolean equal = Arrays.equals(JsonWriter.canonical(one), JsonWriter.canonical(other));

      assertThat(equal).isEqualTo(one.equals(other));
    }
  }

  @Test
  void compact_keeps_the_order_and_needs_no_white_space() {
    Node tree = new JsonObject().put("b", 1).put("a", new JsonObject().put("c", true)).node();

    assertThat(JsonWriter.compact(tree)).asString().isEqualTo("{\"b\":1,\"a\":{\"c\":true}}");
  }

  @Test
  void pretty_is_indented_by_two() {
    Node tree = new JsonObject().put("b", new JsonObject().put("c", true)).put("a", "x").node();

    assertThat(JsonWriter.pretty(tree))
        .isEqualTo("{\n  \"b\": {\n    \"c\": true\n  },\n  \"a\": \"x\"\n}");
  }

  @Test
  void what_has_no_utf_8_form_is_escaped() {
    Node tree = new Node.Text(Place.NOWHERE, "\ud800x\udc00");

    assertThat(JsonWriter.compact(tree)).asString().isEqualTo("\"\\ud800x\\udc00\"");
  }

  private static RandomTrees trees(RepetitionInfo repetition) {
    return new RandomTrees(new SplittableRandom(repetition.getCurrentRepetition()));
  }
}
