package io.harmonyagent.core.dbus;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Values of every type, by chance. */
final class RandomValues {
  private static final String BASIC = "ybnqiuxtdsog";
  private static final String[] TEXTS = {"", "a", "ssh.service", "ä€😀", "x".repeat(300)};
  private static final String[] PATHS = {"/", "/a", "/org/freedesktop/systemd1/unit/a_2eb"};
  private static final String[] SIGNATURES = {"", "s", "a{sv}", "a(ssssssouso)", "(iii)aav"};

  private final RandomGenerator random;

  RandomValues(RandomGenerator random) {
    this.random = random;
  }

  List<Value> body() {
    List<Value> values = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      values.add(value(type(3)));
    }
    return values;
  }

  String type(int depth) {
    int choice = depth == 0 ? 0 : random.nextInt(8);
    return switch (choice) {
      case 4 -> "v";
      case 5 -> "a" + type(depth - 1);
      case 6 -> "a{" + basic() + type(depth - 1) + "}";
      case 7 -> "(" + type(depth - 1) + type(depth - 1) + basic() + ")";
      default -> basic();
    };
  }

  private String basic() {
    return String.valueOf(BASIC.charAt(random.nextInt(BASIC.length())));
  }

  Value value(String type) {
    return switch (type.charAt(0)) {
      case 'b' -> new Value.Flag(random.nextBoolean());
      case 'd' -> new Value.Real(random.nextDouble());
      case 's' -> new Value.Text(Value.TextType.STRING, oneOf(TEXTS));
      case 'o' -> new Value.Text(Value.TextType.PATH, oneOf(PATHS));
      case 'g' -> new Value.Text(Value.TextType.SIGNATURE, oneOf(SIGNATURES));
      case 'v' -> new Value.Variant(value(type(2)));
      case 'a' -> array(type.substring(1));
      case '(' -> new Value.Struct(inner(type));
      case '{' -> {
        List<Value> both = inner(type);
        yield new Value.Entry(both.getFirst(), both.getLast());
      }
      default -> whole(type);
    };
  }

  private Value array(String element) {
    List<Value> items = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      items.add(value(element));
    }
    return new Value.Array(element, items);
  }

  private List<Value> inner(String type) {
    try {
      List<Value> fields = new ArrayList<>();
      for (String field : Signature.types(type.substring(1, type.length() - 1))) {
        fields.add(value(field));
      }
      return fields;
    } catch (MalformedMessage e) {
      throw new AssertionError(type, e);
    }
  }

  private Value whole(String type) {
    for (Value.WholeType whole : Value.WholeType.values()) {
      if (whole.signature().equals(type)) {
        long number = random.nextLong() >> random.nextInt(64);
        while (!whole.holds(number)) {
          number = random.nextBoolean() ? -(number >> 1) : number >> 1;
        }
        return new Value.Whole(whole, number);
      }
    }
    throw new AssertionError(type);
  }

  private String oneOf(String[] choices) {
    return choices[random.nextInt(choices.length)];
  }
}
