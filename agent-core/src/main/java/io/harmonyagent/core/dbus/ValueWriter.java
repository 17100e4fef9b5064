package io.harmonyagent.core.dbus;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Puts values into the form of the wire, little-endian. */
final class ValueWriter {
  private static final int FIRST_SIZE = 256;

  private ByteBuffer out = ByteBuffer.allocate(FIRST_SIZE).order(ByteOrder.LITTLE_ENDIAN);

  byte[] bytes() {
    return Arrays.copyOf(out.array(), out.position());
  }

  int position() {
    return out.position();
  }

  void write(Value value) {
    align(Signature.alignment(value.signature().charAt(0)));
    switch (value) {
      case Value.Whole(Value.WholeType type, long number) -> whole(type, number);
      case Value.Real(double number) -> room(8).putDouble(number);
      case Value.Flag(boolean set) -> room(4).putInt(set ? 1 : 0);
      case Value.Text(Value.TextType type, String text) -> text(type, text);
      case Value.Array array -> array(array);
      case Value.Struct struct -> struct.fields().forEach(this::write);
      case Value.Entry(Value key, Value inner) -> {
        write(key);
        write(inner);
      }
      case Value.Variant(Value inner) -> {
        text(Value.TextType.SIGNATURE, inner.signature());
        write(inner);
      }
    }
  }

  void align(int boundary) {
    int padding = -out.position() & (boundary - 1);
    room(padding).put(new byte[padding]);
  }

  private void whole(Value.WholeType type, long number) {
    if (!type.holds(number)) {
      throw new IllegalArgumentException(number + " is no " + type);
    }
    ByteBuffer to = room(type.bytes());
    switch (type) {
      case BYTE -> to.put((byte) number);
      case INT16, UINT16 -> to.putShort((short) number);
      case INT32, UINT32 -> to.putInt((int) number);
      case INT64, UINT64 -> to.putLong(number);
    }
  }

  private void text(Value.TextType type, String text) {
    if (text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("a text with NUL cannot be sent");
    }
    byte[] bytes = text.getBytes(UTF_8);
    switch (type) {
      case STRING, PATH -> room(4).putInt(bytes.length);
      case SIGNATURE -> room(1).put((byte) bytes.length);
    }
    room(bytes.length + 1).put(bytes).put((byte) 0);
  }

  private void array(Value.Array array) {
    int lengthAt = out.position();
    room(4).putInt(0);
    align(Signature.alignment(array.element().charAt(0)));
    int start = out.position();
    for (Value item : array.items()) {
      if (!item.signature().equals(array.element())) {
        throw new IllegalArgumentException(
            "a " + item.signature() + " in an array of " + array.element());
      }
      write(item);
    }
    out.putInt(lengthAt, out.position() - start);
  }

  private ByteBuffer room(int bytes) {
    if (out.remaining() < bytes) {
      int size = Math.max(out.capacity() * 2, out.position() + bytes);
      ByteBuffer larger = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
      out = larger.put(out.flip());
    }
    return out;
  }
}
