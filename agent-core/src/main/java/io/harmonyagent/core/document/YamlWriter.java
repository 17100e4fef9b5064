package io.harmonyagent.core.document;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Writes a tree as YAML in block style. A text stands bare only where no reader could take it for
 * something else; every other one is written as JSON, which is YAML too.
 */
public final class YamlWriter {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z/][A-Za-z0-9_./-]*");
  private static final Pattern MISREAD =
      Pattern.compile("(?i)null|true|false|yes|no|on|off|y|n|[0-9.]*e[0-9]+");

  private final StringBuilder out = new StringBuilder();

  private YamlWriter() {}

  public static String write(Node node) {
    YamlWriter writer = new YamlWriter();
    writer.block(node, 0);
    return writer.out.toString().strip();
  }

  private void block(Node node, int depth) {
    switch (node) {
      case Node.Mapping mapping when !mapping.entries().isEmpty() -> {
        boolean first = true;
        for (Map.Entry<String, Node> entry : mapping.entries().entrySet()) {
          if (!first) {
            out.repeat("  ", depth);
          }
          first = false;
          out.append(text(entry.getKey())).append(':');
          child(entry.getValue(), depth + 1);
        }
      }
      case Node.Sequence sequence when !sequence.items().isEmpty() -> {
        boolean first = true;
        for (Node item : sequence.items()) {
          if (!first) {
            out.repeat("  ", depth);
          }
          first = false;
          out.append("- ");
          block(item, depth + 1);
        }
      }
      case Node.Mapping _,
          Node.Sequence _,
          Node.Text _,
          Node.Numeral _,
          Node.Flag _,
          Node.Nothing _ ->
          out.append(scalar(node)).append('\n');
    }
  }

  private void child(Node node, int depth) {
    boolean isBlock =
        switch (node) {
          case Node.Mapping mapping -> !mapping.entries().isEmpty();
          case Node.Sequence sequence -> !sequence.items().isEmpty();
          case Node.Text _, Node.Numeral _, Node.Flag _, Node.Nothing _ -> false;
        };
    if (isBlock) {
      out.append('\n').repeat("  ", depth);
    } else {
      out.append(' ');
    }
    block(node, depth);
  }

  private static String scalar(Node node) {
    return node instanceof Node.Text text
        ? text(text.value())
        : new String(JsonWriter.compact(node), StandardCharsets.UTF_8);
  }

  private static String text(String value) {
    return PLAIN.matcher(value).matches() && !MISREAD.matcher(value).matches()
        ? value
        : new String(
            JsonWriter.compact(new Node.Text(Place.NOWHERE, value)), StandardCharsets.UTF_8);
  }
}
