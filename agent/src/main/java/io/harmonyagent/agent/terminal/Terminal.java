package io.harmonyagent.agent.terminal;

import io.harmonyagent.agent.posix.TerminalDevice;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * The terminal at our standard input and output, taken over from {@link #open} to {@link #close}.
 * Whatever ends the process in between, the terminal is given back, save SIGKILL.
 */
public final class Terminal implements AutoCloseable {
  private static final int CHUNK_BYTES = 1024;

  private final TerminalDevice device;
  private final Painter painter;
  private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);
  private final FileInputStream in = new FileInputStream(FileDescriptor.in);
  private final Thread atExit = new Thread(this::restore, "terminal");
  private Optional<Picture> shown = Optional.empty();
  private boolean taken;

  private Terminal(TerminalDevice device, boolean colour) {
    this.device = device;
    this.painter = new Painter(colour);
  }

  /** Takes the terminal over; the caller has made sure that there is one. */
  public static Terminal open(TerminalDevice device, boolean colour) throws IOException {
    Terminal terminal = new Terminal(device, colour);
    terminal.take();
    return terminal;
  }

  private synchronized void take() throws IOException {
    Runtime.getRuntime().addShutdownHook(atExit);
    taken = true;
    if (!device.enterRawMode()) {
      restore();
      throw new IOException("the terminal cannot be set to raw mode");
    }
    write(Painter.BEGIN);
  }

  public Size size() {
    return device.size().map(size -> new Size(size.columns(), size.rows())).orElse(Size.USUAL);
  }

  /** Shows a picture; writes only what differs from the one before. */
  public synchronized void show(Picture picture) throws IOException {
    if (taken) {
      write(painter.paint(shown, picture));
      shown = Optional.of(picture);
    }
  }

  /** The next picture is painted as a whole: something else may have written to the screen. */
  public synchronized void forget() {
    shown = Optional.empty();
  }

  /** What was typed since; waits for it. Empty at the end of input: the terminal is gone. */
  public byte[] read() throws IOException {
    byte[] chunk = new byte[CHUNK_BYTES];
    int length = in.read(chunk);
    return Arrays.copyOf(chunk, Math.max(length, 0));
  }

  @Override
  public void close() {
    restore();
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // The process is ending: the hook has run, or will find nothing to do.
    }
  }

  private synchronized void restore() {
    if (!taken) {
      return;
    }
    taken = false;
    try {
      write(Painter.END);
    } catch (IOException e) {
      // Nobody sees the screen any more, but the mode may matter to who comes next.
    }
    device.leaveRawMode();
  }

  private void write(String text) throws IOException {
    if (!text.isEmpty()) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }
}
