package io.harmonyagent.core.document;

import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;

/** Writes a tree as JSON. */
public final class JsonWriter {
  private enum Form {
    /** One line, in the tree's order: what goes over the mesh and to disk. */
    COMPACT,
    /** Indented, in the tree's order: for people. */
    PRETTY,
    /** One line, keys sorted: equal trees give equal bytes, so it can be hashed. */
    CANONICAL
  }

  private final StringBuilder out = new StringBuilder();
  private final Form form;

  private JsonWriter(Form form) {
    this.form = form;
  }

  public static byte[] compact(Node node) {
    return write(node, Form.COMPACT).getBytes(StandardCharsets.UTF_8);
  }

  public static byte[] canonical(Node node) {
    return write(node, Form.CANONICAL).getBytes(StandardCharsets.UTF_8);
  }

  public static String pretty(Node node) {
    return write(node, Form.PRETTY);
  }

  private static String write(Node node, Form form) {
    JsonWriter writer = new JsonWriter(form);
    writer.value(node, 0);
    return writer.out.toString();
  }

  private void value(Node node, int depth) {
    switch (node) {
      case Node.Mapping mapping -> mapping(mapping, depth);
      case Node.Sequence sequence -> sequence(sequence, depth);
      case Node.Text text -> quote(text.value());
      case Node.Numeral number -> out.append(number.literal());
      case Node.Flag flag -> out.append(flag.value());
      case Node.Nothing _ -> out.append("null");
    }
  }

  private void mapping(Node.Mapping mapping, int depth) {
    if (mapping.entries().isEmpty()) {
      out.append("{}");
      return;
    }
    Map<String, Node> entries =
        form == Form.CANONICAL ? new TreeMap<>(mapping.entries()) : mapping.entries();
    out.append('{');
    Iterator<Map.Entry<String, Node>> each = entries.entrySet().iterator();
    while (each.hasNext()) {
      Map.Entry<String, Node> entry = each.next();
      newLine(depth + 1);
      quote(entry.getKey());
      out.append(form == Form.PRETTY ? ": " : ":");
      value(entry.getValue(), depth + 1);
      if (each.hasNext()) {
        out.append(',');
      }
    }
    newLine(depth);
    out.append('}');
  }

  private void sequence(Node.Sequence sequence, int depth) {
    if (sequence.items().isEmpty()) {
      out.append("[]");
      return;
    }
    out.append('[');
    Iterator<Node> each = sequence.items().iterator();
    while (each.hasNext()) {
      newLine(depth + 1);
      value(each.next(), depth + 1);
      if (each.hasNext()) {
        out.append(',');
      }
    }
    newLine(depth);
    out.append(']');
  }

  private void newLine(int depth) {
    if (form == Form.PRETTY) {
      out.append('\n').repeat("  ", depth);
    }
  }

  private void quote(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          // A lone surrogate has no UTF-8 form; escaped it survives the way to the other side.
          if (c < 0x20 || (Character.isSurrogate(c) && !paired(text, i))) {
            out.append("\\u");
            String hex = Integer.toHexString(c);
            out.repeat("0", 4 - hex.length()).append(hex);
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  private static boolean paired(String text, int i) {
    return Character.isHighSurrogate(text.charAt(i))
        ? i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
        : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
  }
}
