package io.harmonyagent.core.dbus;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A whole message to bytes and back. */
final class MessageFormat {
  /** What is taken from the bus at most. A list of a thousand units has about 300 KB. */
  static final int MAX_BYTES = 8 * 1024 * 1024;

  /** As much as is needed to know how long the message is. */
  static final int PREFIX_BYTES = 16;

  private static final int PATH = 1;
  private static final int INTERFACE = 2;
  private static final int MEMBER = 3;
  private static final int ERROR_NAME = 4;
  private static final int REPLY_SERIAL = 5;
  private static final int DESTINATION = 6;
  private static final int SENDER = 7;
  private static final int SIGNATURE = 8;
  private static final String FIELDS = "a(yv)";

  private MessageFormat() {}

  static byte[] write(Message message) {
    ValueWriter body = new ValueWriter();
    message.body().forEach(body::write);
    byte[] bodyBytes = body.bytes();
    ValueWriter out = new ValueWriter();
    out.write(number('l'));
    out.write(number(message.type().code()));
    out.write(number(0));
    out.write(number(1));
    out.write(Value.uint32(bodyBytes.length));
    out.write(Value.uint32(message.serial()));
    out.write(new Value.Array("(yv)", fields(message)));
    out.align(8);
    byte[] header = out.bytes();
    return ByteBuffer.allocate(header.length + bodyBytes.length).put(header).put(bodyBytes).array();
  }

  /** How long the message is that begins with these {@link #PREFIX_BYTES} bytes. */
  static int length(ByteBuffer prefix) throws MalformedMessage {
    ByteBuffer in = prefix.duplicate().order(order(prefix));
    int start = in.position();
    long bodyLength = Integer.toUnsignedLong(in.getInt(start + 4));
    long fieldsLength = Integer.toUnsignedLong(in.getInt(start + 12));
    long length = PREFIX_BYTES + (fieldsLength + 7) / 8 * 8 + bodyLength;
    if (length > MAX_BYTES) {
      throw new MalformedMessage("a message of " + length + " bytes; the limit is " + MAX_BYTES);
    }
    return (int) length;
  }

  /** Reads exactly one message; nothing for a type that is not known. */
  static Optional<Message> read(ByteBuffer bytes) throws MalformedMessage {
    ByteBuffer in = bytes.slice();
    in.order(order(in));
    Optional<Message.Type> type = Message.Type.of(in.get(1) & 0xff);
    if (in.get(1) == 0) {
      throw new MalformedMessage("a message of the type 0");
    }
    long serial = Integer.toUnsignedLong(in.getInt(8));
    if (serial == 0) {
      throw new MalformedMessage("a message with the serial 0");
    }
    in.position(12);
    ValueReader reader = new ValueReader(in);
    Fields fields = new Fields((Value.Array) reader.read(FIELDS, 0));
    reader.align(8);
    List<Value> body = reader.all(fields.signature);
    if (in.hasRemaining()) {
      throw new MalformedMessage(
          "a body with " + in.remaining() + " bytes more than '" + fields.signature + "' has");
    }
    return type.map(known -> new Message(known, serial, fields.header(), body));
  }

  private static ByteOrder order(ByteBuffer message) throws MalformedMessage {
    byte order = message.get(message.position());
    return switch (order) {
      case 'l' -> ByteOrder.LITTLE_ENDIAN;
      case 'B' -> ByteOrder.BIG_ENDIAN;
      default -> throw new MalformedMessage("a message that begins with the byte " + order);
    };
  }

  private static List<Value> fields(Message message) {
    Message.Header header = message.header();
    List<Value> fields = new ArrayList<>();
    add(fields, PATH, Value.TextType.PATH, header.path());
    add(fields, INTERFACE, Value.TextType.STRING, header.interfaceName());
    add(fields, MEMBER, Value.TextType.STRING, header.member());
    add(fields, ERROR_NAME, Value.TextType.STRING, header.errorName());
    if (header.replySerial() != 0) {
      fields.add(field(REPLY_SERIAL, Value.uint32(header.replySerial())));
    }
    add(fields, DESTINATION, Value.TextType.STRING, header.destination());
    add(fields, SENDER, Value.TextType.STRING, header.sender());
    add(fields, SIGNATURE, Value.TextType.SIGNATURE, Value.signatureOf(message.body()));
    return fields;
  }

  private static void add(List<Value> fields, int code, Value.TextType type, String text) {
    if (!text.isEmpty()) {
      fields.add(field(code, new Value.Text(type, text)));
    }
  }

  private static Value field(int code, Value value) {
    return new Value.Struct(List.of(number(code), new Value.Variant(value)));
  }

  private static Value number(int number) {
    return new Value.Whole(Value.WholeType.BYTE, number);
  }

  /** The header's fields while they are being read; absent ones are empty. */
  private static final class Fields {
    private final String[] texts = new String[SIGNATURE + 1];
    private final String signature;
    private long replySerial;

    private Fields(Value.Array array) throws MalformedMessage {
      Arrays.fill(texts, "");
      for (Value field : array.items()) {
        if (field instanceof Value.Struct(List<Value> both)
            && both.getFirst() instanceof Value.Whole(var _, long code)
            && both.getLast() instanceof Value.Variant(Value value)) {
          take((int) code, value);
        }
      }
      signature = texts[SIGNATURE];
    }

    Message.Header header() {
      return new Message.Header(
          texts[PATH],
          texts[INTERFACE],
          texts[MEMBER],
          texts[ERROR_NAME],
          replySerial,
          texts[DESTINATION],
          texts[SENDER]);
    }

    /** Fields that are new since this was written say nothing that we need. */
    private void take(int code, Value value) throws MalformedMessage {
      String type =
          switch (code) {
            case PATH -> "o";
            case INTERFACE, MEMBER, ERROR_NAME, DESTINATION, SENDER -> "s";
            case SIGNATURE -> "g";
            case REPLY_SERIAL -> "u";
            default -> value.signature();
          };
      if (!value.signature().equals(type)) {
        throw new MalformedMessage(
            "a header field " + code + " of the type " + value.signature() + " instead of " + type);
      }
      if (code <= SIGNATURE && value instanceof Value.Text(var _, String text)) {
        texts[code] = text;
      } else if (code == REPLY_SERIAL && value instanceof Value.Whole(var _, long number)) {
        replySerial = number;
      }
    }
  }
}
