package io.harmonyagent.core.dbus;

import java.util.List;

/**
 * One value of a message. It knows its own type, so a body is written without being told what it is
 * made of.
 */
public sealed interface Value {
  /** The type, as D-Bus spells it. */
  String signature();

  /** A number without a fraction; an unsigned one of 64 bits is in the same bits of the long. */
  record Whole(WholeType type, long number) implements Value {
    @Override
    public String signature() {
      return type.signature();
    }
  }

  /** A number with a fraction. */
  record Real(double number) implements Value {
    @Override
    public String signature() {
      return "d";
    }
  }

  /** True or false. */
  record Flag(boolean set) implements Value {
    @Override
    public String signature() {
      return "b";
    }
  }

  /** A text, the path of an object, or a signature. */
  record Text(TextType type, String text) implements Value {
    @Override
    public String signature() {
      return type.signature();
    }
  }

  /**
   * Values of one type.
   *
   * @param element their type, which an empty array has too
   */
  record Array(String element, List<Value> items) implements Value {
    public Array {
      items = List.copyOf(items);
    }

    @Override
    public String signature() {
      return "a" + element;
    }
  }

  /** Values of several types, in their order. */
  record Struct(List<Value> fields) implements Value {
    public Struct {
      fields = List.copyOf(fields);
    }

    @Override
    public String signature() {
      return "(" + signatureOf(fields) + ")";
    }
  }

  /** One entry of a dictionary, which is an array of these. */
  record Entry(Value key, Value value) implements Value {
    @Override
    public String signature() {
      return "{" + key.signature() + value.signature() + "}";
    }
  }

  /** A value that brings its type along. */
  record Variant(Value value) implements Value {
    @Override
    public String signature() {
      return "v";
    }
  }

  /** The types of whole numbers. */
  enum WholeType {
    BYTE('y', 1, 0, 255),
    INT16('n', 2, Short.MIN_VALUE, Short.MAX_VALUE),
    UINT16('q', 2, 0, 0xffff),
    INT32('i', 4, Integer.MIN_VALUE, Integer.MAX_VALUE),
    UINT32('u', 4, 0, 0xffff_ffffL),
    INT64('x', 8, Long.MIN_VALUE, Long.MAX_VALUE),
    UINT64('t', 8, Long.MIN_VALUE, Long.MAX_VALUE);

    private final String signature;
    private final int bytes;
    private final long least;
    private final long most;

    WholeType(char code, int bytes, long least, long most) {
      this.signature = String.valueOf(code);
      this.bytes = bytes;
      this.least = least;
      this.most = most;
    }

    String signature() {
      return signature;
    }

    int bytes() {
      return bytes;
    }

    boolean holds(long number) {
      return least <= number && number <= most;
    }
  }

  /** The types of texts. */
  enum TextType {
    STRING("s"),
    PATH("o"),
    SIGNATURE("g");

    private final String signature;

    TextType(String signature) {
      this.signature = signature;
    }

    String signature() {
      return signature;
    }
  }

  static Value text(String text) {
    return new Text(TextType.STRING, text);
  }

  static Value path(String path) {
    return new Text(TextType.PATH, path);
  }

  static Value flag(boolean set) {
    return new Flag(set);
  }

  static Value uint32(long number) {
    return new Whole(WholeType.UINT32, number);
  }

  static Value texts(List<String> texts) {
    return new Array("s", texts.stream().map(Value::text).toList());
  }

  static String signatureOf(List<Value> values) {
    StringBuilder all = new StringBuilder();
    values.forEach(value -> all.append(value.signature()));
    return all.toString();
  }
}
