package io.harmonyagent.core.dbus;

import java.util.ArrayList;
import java.util.List;

/** Reads signatures: the spelling of types on the wire. */
final class Signature {
  static final int MAX_LENGTH = 255;

  /** As D-Bus has it: 32 arrays and 32 structs in each other, each at most. */
  private static final int MAX_ARRAYS = 32;

  private static final int MAX_STRUCTS = 32;
  private static final String BASIC = "ybnqiuxtdsog";

  private final String text;
  private int at;

  private Signature(String text) {
    this.text = text;
  }

  /** The single types that a signature is made of; fails if it is none. */
  static List<String> types(String signature) throws MalformedMessage {
    if (signature.length() > MAX_LENGTH) {
      throw new MalformedMessage("a signature of " + signature.length() + " letters");
    }
    Signature reading = new Signature(signature);
    List<String> types = new ArrayList<>();
    while (reading.at < signature.length()) {
      int start = reading.at;
      reading.skipType(0, 0, false);
      types.add(signature.substring(start, reading.at));
    }
    return types;
  }

  static boolean isBasic(String type) {
    return type.length() == 1 && BASIC.contains(type);
  }

  /** Where a value of this type may begin: at a multiple of so many bytes. */
  static int alignment(char type) {
    return switch (type) {
      case 'y', 'g', 'v' -> 1;
      case 'n', 'q' -> 2;
      case 'b', 'i', 'u', 's', 'o', 'a' -> 4;
      default -> 8;
    };
  }

  private void skipType(int arrays, int structs, boolean inArray) throws MalformedMessage {
    char type = next();
    switch (type) {
      case 'a' -> {
        if (arrays == MAX_ARRAYS) {
          throw wrong("nests too deep");
        }
        skipType(arrays + 1, structs, true);
      }
      case '(' -> {
        enter(structs);
        if (peek() == ')') {
          throw wrong("has an empty struct");
        }
        while (peek() != ')') {
          skipType(arrays, structs + 1, false);
        }
        at++;
      }
      case '{' -> {
        enter(structs);
        if (!inArray) {
          throw wrong("has a dictionary entry outside of an array");
        }
        if (BASIC.indexOf(next()) < 0) {
          throw wrong("has a dictionary whose key is not of a basic type");
        }
        skipType(arrays, structs + 1, false);
        if (next() != '}') {
          throw wrong("has a dictionary entry with more than a value");
        }
      }
      case 'v' -> {}
      default -> {
        if (BASIC.indexOf(type) < 0) {
          throw wrong("has the unknown type '" + type + "'");
        }
      }
    }
  }

  private void enter(int structs) throws MalformedMessage {
    if (structs == MAX_STRUCTS) {
      throw wrong("nests too deep");
    }
  }

  private char next() throws MalformedMessage {
    char found = peek();
    at++;
    return found;
  }

  private char peek() throws MalformedMessage {
    if (at >= text.length()) {
      throw wrong("ends in the middle of a type");
    }
    return text.charAt(at);
  }

  private MalformedMessage wrong(String problem) {
    return new MalformedMessage("the signature '" + text + "' " + problem);
  }
}
