package io.harmonyagent.core.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YamlWriterTest {
  @Test
  void objects_and_lists_are_blocks() throws Exception {
    assertThat(
            YamlWriter.write(
                json("{\"a\":[{\"b\":1,\"c\":{\"d\":true}},\"x\"],\"e\":[],\"f\":{}}")))
        .isEqualTo("a:\n  - b: 1\n    c:\n      d: true\n  - x\ne: []\nf: {}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"no\"",
        "\"1\"",
        "\"\"",
        "\"a: b\"",
        "\"x\\ny\"",
        "\"0644\"",
        "\"- a\"",
        "\"null\"",
        "\"1e3\"",
        "[[1,[2,3]],[]]",
        "{\"a b\":{\"true\":null}}",
        "[{\"a\":[[{\"b\":[1]}]]}]"
      })
  void what_is_written_is_read_back_the_same(String text) throws Exception {
    Node tree = json(text);

    Node again = new YamlReader().read(YamlWriter.write(tree), "test");

    assertThat(JsonWriter.canonical(again)).isEqualTo(JsonWriter.canonical(tree));
  }

  @Test
  void every_document_of_a_text_is_read_and_knows_its_line() throws Exception {
    List<Node> documents = new YamlReader().readAll("---\na: 1\n---\n---\nb: 2\n", "two.yaml");

    assertThat(documents).hasSize(2);
    assertThat(documents.getLast().place()).isEqualTo(new Place("two.yaml", 5, 1));
  }

  private static Node json(String text) throws InvalidDocument {
    return new JsonReader().read(text.getBytes(StandardCharsets.UTF_8), "test");
  }
}
