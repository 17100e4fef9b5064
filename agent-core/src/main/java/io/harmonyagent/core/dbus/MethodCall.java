package io.harmonyagent.core.dbus;

import java.util.List;

/** What is asked of an object on the bus. */
public record MethodCall(
    String destination, String path, String interfaceName, String member, List<Value> arguments) {
  public MethodCall {
    arguments = List.copyOf(arguments);
  }

  public static MethodCall of(
      String destination, String path, String interfaceName, String member, Value... arguments) {
    return new MethodCall(destination, path, interfaceName, member, List.of(arguments));
  }

  @Override
  public String toString() {
    return interfaceName + "." + member;
  }
}
