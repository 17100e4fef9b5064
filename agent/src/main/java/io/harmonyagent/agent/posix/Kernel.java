package io.harmonyagent.agent.posix;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What the kernel offers to whoever starts another build of the agent, and Java does not. */
public interface Kernel {
  /** Shows what is in a squashfs image under a directory, read-only, while the mount lasts. */
  void mountImage(Path image, Path directory) throws IOException;

  /** Whoever uses something in there may go on until it is done with it. */
  void unmount(Path directory) throws IOException;

  /**
   * Becomes another program, under the same process id. Comes back only when that fails.
   *
   * @param environment lines of {@code NAME=value}
   */
  IOException become(Path program, List<String> arguments, List<String> environment);

  /**
   * Ends this process after so many seconds, whatever program it is by then and however stuck; 0
   * calls it off.
   */
  void endAfter(int seconds);

  /** The C library inside the native binary; a JVM cannot do any of this. */
  static Kernel forThisProcess() {
    return NativeBinary.isThis() ? new NativeKernel() : new NoKernel();
  }

  /** Says so. */
  final class NoKernel implements Kernel {
    private static final String WHY = "only the native binary can do this, and this is a JVM";

    @Override
    public void mountImage(Path image, Path directory) throws IOException {
      throw new IOException(WHY);
    }

    @Override
    public void unmount(Path directory) throws IOException {
      throw new IOException(WHY);
    }

    @Override
    public IOException become(Path program, List<String> arguments, List<String> environment) {
      return new IOException(WHY);
    }

    @Override
    public void endAfter(int seconds) {}
  }
}
