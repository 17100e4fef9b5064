package io.harmonyagent.core.dbus;

import java.util.List;
import java.util.Optional;

/**
 * A message of the bus.
 *
 * @param serial the sender's number for it, never 0
 * @param header what it is about
 */
public record Message(Type type, long serial, Header header, List<Value> body) {
  /** What a message is for. The bus may know more types than these; they are passed over. */
  public enum Type {
    CALL(1),
    REPLY(2),
    ERROR(3),
    SIGNAL(4);

    private final int code;

    Type(int code) {
      this.code = code;
    }

    int code() {
      return code;
    }

    static Optional<Type> of(int code) {
      for (Type type : values()) {
        if (type.code == code) {
          return Optional.of(type);
        }
      }
      return Optional.empty();
    }
  }

  /** Which object, interface and member, from and to whom; empty texts for what is absent. */
  public record Header(
      String path,
      String interfaceName,
      String member,
      String errorName,
      long replySerial,
      String destination,
      String sender) {
    static final Header EMPTY = new Header("", "", "", "", 0, "", "");
  }

  public Message {
    body = List.copyOf(body);
  }

  static Message call(long serial, MethodCall call) {
    Header header =
        new Header(call.path(), call.interfaceName(), call.member(), "", 0, call.destination(), "");
    return new Message(Type.CALL, serial, header, call.arguments());
  }
}
