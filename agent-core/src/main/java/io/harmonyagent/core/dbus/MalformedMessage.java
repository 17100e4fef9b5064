package io.harmonyagent.core.dbus;

/** Bytes that are no D-Bus message. Whoever sent them cannot be trusted with the next ones. */
final class MalformedMessage extends Exception {
  private static final long serialVersionUID = 1L;

  MalformedMessage(String problem) {
    super(problem);
  }
}
