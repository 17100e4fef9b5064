package io.harmonyagent.core.dbus;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Takes values out of the form of the wire. It trusts nothing: every length is checked before it is
 * used, so a message of n bytes never makes more than about n values.
 */
final class ValueReader {
  /** Variants can nest without their signature showing it. */
  private static final int MAX_DEPTH = 64;

  private static final Pattern PATH = Pattern.compile("/|(/[A-Za-z0-9_]+)+");

  private final ByteBuffer in;

  /** {@code in} begins where the message does, since alignment counts from there. */
  ValueReader(ByteBuffer in) {
    this.in = in;
  }

  List<Value> all(String signature) throws MalformedMessage {
    List<Value> values = new ArrayList<>();
    for (String type : Signature.types(signature)) {
      values.add(read(type, 0));
    }
    return values;
  }

  int position() {
    return in.position();
  }

  void align(int boundary) throws MalformedMessage {
    int padding = -in.position() & (boundary - 1);
    need(padding, "padding");
    for (int i = 0; i < padding; i++) {
      if (in.get() != 0) {
        throw new MalformedMessage("padding that is not zero at byte " + (in.position() - 1));
      }
    }
  }

  Value read(String type, int depth) throws MalformedMessage {
    if (depth > MAX_DEPTH) {
      throw new MalformedMessage("values nest more than " + MAX_DEPTH + " levels deep");
    }
    char code = type.charAt(0);
    align(Signature.alignment(code));
    return switch (code) {
      case 'y' -> new Value.Whole(Value.WholeType.BYTE, need(1, type).get() & 0xff);
      case 'n' -> new Value.Whole(Value.WholeType.INT16, need(2, type).getShort());
      case 'q' -> new Value.Whole(Value.WholeType.UINT16, need(2, type).getShort() & 0xffff);
      case 'i' -> new Value.Whole(Value.WholeType.INT32, need(4, type).getInt());
      case 'u' ->
          new Value.Whole(Value.WholeType.UINT32, Integer.toUnsignedLong(need(4, type).getInt()));
      case 'x' -> new Value.Whole(Value.WholeType.INT64, need(8, type).getLong());
      case 't' -> new Value.Whole(Value.WholeType.UINT64, need(8, type).getLong());
      case 'd' -> new Value.Real(need(8, type).getDouble());
      case 'b' -> flag();
      case 's' -> new Value.Text(Value.TextType.STRING, text(length("a text")));
      case 'o' -> path();
      case 'g' -> new Value.Text(Value.TextType.SIGNATURE, signature());
      case 'v' -> variant(depth);
      case 'a' -> array(type.substring(1), depth);
      case '(' -> new Value.Struct(inner(type, depth));
      case '{' -> {
        List<Value> both = inner(type, depth);
        yield new Value.Entry(both.getFirst(), both.getLast());
      }
      default -> throw new MalformedMessage("a value of the unknown type '" + code + "'");
    };
  }

  private Value flag() throws MalformedMessage {
    int flag = need(4, "b").getInt();
    if (flag != 0 && flag != 1) {
      throw new MalformedMessage("a flag that is " + flag + ", neither 0 nor 1");
    }
    return new Value.Flag(flag == 1);
  }

  private Value path() throws MalformedMessage {
    String path = text(length("a path"));
    if (!PATH.matcher(path).matches()) {
      throw new MalformedMessage("'" + path + "' is no path of an object");
    }
    return new Value.Text(Value.TextType.PATH, path);
  }

  private String signature() throws MalformedMessage {
    String signature = text(need(1, "a signature").get() & 0xff);
    Signature.types(signature);
    return signature;
  }

  private Value variant(int depth) throws MalformedMessage {
    String signature = signature();
    List<String> types = Signature.types(signature);
    if (types.size() != 1) {
      throw new MalformedMessage("a variant of '" + signature + "', which is not one type");
    }
    return new Value.Variant(read(types.getFirst(), depth + 1));
  }

  private Value array(String element, int depth) throws MalformedMessage {
    int length = length("an array");
    align(Signature.alignment(element.charAt(0)));
    need(length, "an array");
    int end = in.position() + length;
    List<Value> items = new ArrayList<>();
    while (in.position() < end) {
      items.add(read(element, depth + 1));
    }
    if (in.position() != end) {
      throw new MalformedMessage("an array whose last item goes beyond its end");
    }
    return new Value.Array(element, items);
  }

  private List<Value> inner(String type, int depth) throws MalformedMessage {
    List<Value> fields = new ArrayList<>();
    String inside = type.substring(1, type.length() - 1);
    for (String field : Signature.types(inside)) {
      fields.add(read(field, depth + 1));
    }
    return fields;
  }

  private int length(String of) throws MalformedMessage {
    int length = need(4, of).getInt();
    if (length < 0 || length > in.remaining()) {
      throw new MalformedMessage(
          of
              + " of "
              + Integer.toUnsignedString(length)
              + " bytes where the message has "
              + in.remaining()
              + " left");
    }
    return length;
  }

  private String text(int length) throws MalformedMessage {
    need(length + 1, "a text");
    ByteBuffer bytes = in.slice(in.position(), length);
    in.position(in.position() + length);
    if (in.get() != 0) {
      throw new MalformedMessage("a text that does not end with NUL");
    }
    try {
      String text = UTF_8.newDecoder().decode(bytes).toString();
      if (text.indexOf('\0') >= 0) {
        throw new MalformedMessage("a text with NUL inside");
      }
      return text;
    } catch (CharacterCodingException e) {
      throw new MalformedMessage("a text that is not UTF-8");
    }
  }

  private ByteBuffer need(int bytes, String of) throws MalformedMessage {
    if (in.remaining() < bytes) {
      throw new MalformedMessage(
          "the message ends in the middle of " + (of.length() == 1 ? "type '" + of + "'" : of));
    }
    return in;
  }
}
