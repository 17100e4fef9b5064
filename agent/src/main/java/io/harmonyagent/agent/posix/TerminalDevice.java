package io.harmonyagent.agent.posix;

import java.util.Optional;

/** What the kernel knows of the terminal at our standard input and output. */
public interface TerminalDevice {
  /** How many columns and rows a terminal has. */
  record WindowSize(int columns, int rows) {}

  /** Whether a person sits at both ends: standard input and standard output. */
  boolean isPresent();

  /** Keys come at once and unseen, Ctrl-C too; returns whether that could be set. */
  boolean enterRawMode();

  /** As it was before {@link #enterRawMode}. */
  void leaveRawMode();

  /** Empty where the terminal does not know, as a serial line does not. */
  Optional<WindowSize> size();

  /** The C library's inside the native binary; on a JVM there is none. */
  static TerminalDevice ofThisProcess() {
    return NativeBinary.isThis() ? new NativeTerminalDevice() : new NoTerminalDevice();
  }
}
