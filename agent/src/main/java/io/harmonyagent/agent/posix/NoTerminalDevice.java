package io.harmonyagent.agent.posix;

import java.util.Optional;

/** Java has no way to a terminal's modes, so on a JVM there is no terminal. */
final class NoTerminalDevice implements TerminalDevice {
  @Override
  public boolean isPresent() {
    return false;
  }

  @Override
  public boolean enterRawMode() {
    return false;
  }

  @Override
  public void leaveRawMode() {}

  @Override
  public Optional<WindowSize> size() {
    return Optional.empty();
  }
}
