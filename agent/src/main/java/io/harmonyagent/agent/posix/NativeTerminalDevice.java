package io.harmonyagent.agent.posix;

import java.util.Optional;
import org.graalvm.nativeimage.StackValue;
import org.graalvm.word.Pointer;
import org.graalvm.word.WordFactory;

/**
 * By termios and one ioctl. The attributes are kept as the bytes that the C library gave: nobody
 * here looks into them, so their layout does not matter, only that there is room for them (60 bytes
 * with glibc on every architecture of ours).
 */
final class NativeTerminalDevice implements TerminalDevice {
  private static final int ATTRIBUTES_BYTES = 128;
  private static final int WINDOW_SIZE_BYTES = 8;
  private static final int ROWS = 0;
  private static final int COLUMNS = 2;

  private final byte[] before = new byte[ATTRIBUTES_BYTES];
  private boolean raw;

  @Override
  public boolean isPresent() {
    return Libc.isatty(Libc.STDIN) == 1 && Libc.isatty(Libc.STDOUT) == 1;
  }

  @Override
  public synchronized boolean enterRawMode() {
    Pointer attributes = StackValue.get(ATTRIBUTES_BYTES);
    if (Libc.tcgetattr(Libc.STDIN, attributes) != 0) {
      return false;
    }
    for (int i = 0; i < ATTRIBUTES_BYTES; i++) {
      before[i] = attributes.readByte(i);
    }
    Libc.cfmakeraw(attributes);
    raw = Libc.tcsetattr(Libc.STDIN, Libc.TCSADRAIN, attributes) == 0;
    return raw;
  }

  @Override
  public synchronized void leaveRawMode() {
    if (!raw) {
      return;
    }
    Pointer attributes = StackValue.get(ATTRIBUTES_BYTES);
    for (int i = 0; i < ATTRIBUTES_BYTES; i++) {
      attributes.writeByte(i, before[i]);
    }
    raw = Libc.tcsetattr(Libc.STDIN, Libc.TCSADRAIN, attributes) != 0;
  }

  @Override
  public Optional<WindowSize> size() {
    Pointer answer = StackValue.get(WINDOW_SIZE_BYTES);
    int failed = Libc.ioctl(Libc.STDOUT, WordFactory.unsigned(Libc.TIOCGWINSZ), answer);
    int columns = Short.toUnsignedInt(answer.readShort(COLUMNS));
    int rows = Short.toUnsignedInt(answer.readShort(ROWS));
    return failed != 0 || columns == 0 || rows == 0
        ? Optional.empty()
        : Optional.of(new WindowSize(columns, rows));
  }
}
