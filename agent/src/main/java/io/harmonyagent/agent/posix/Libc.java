package io.harmonyagent.agent.posix;

import java.util.List;
import org.graalvm.nativeimage.c.CContext;
import org.graalvm.nativeimage.c.function.CFunction;
import org.graalvm.nativeimage.c.type.CCharPointer;
import org.graalvm.word.PointerBase;
import org.graalvm.word.SignedWord;
import org.graalvm.word.UnsignedWord;

/** The C library, as the native image calls it. It exists only inside the binary. */
@CContext(Libc.Headers.class)
final class Libc {
  static final int AF_UNIX = 1;
  static final int SOCK_DGRAM = 2;
  static final int SOCK_CLOEXEC = 0x80000;
  static final int MSG_NOSIGNAL = 0x4000;
  static final int MADV_DONTNEED = 4;
  static final int AT_FDCWD = -100;
  static final int AT_SYMLINK_NOFOLLOW = 0x100;
  static final int STATX_BASIC_STATS = 0x7ff;
  static final int STDIN = 0;
  static final int STDOUT = 1;
  static final int TCSADRAIN = 1;
  static final long TIOCGWINSZ = 0x5413;

  private Libc() {}

  static final class Headers implements CContext.Directives {
    @Override
    public List<String> getHeaderFiles() {
      return List.of(
          "<sys/ioctl.h>",
          "<sys/mman.h>",
          "<sys/socket.h>",
          "<sys/stat.h>",
          "<termios.h>",
          "<time.h>",
          "<unistd.h>");
    }
  }

  @CFunction("socket")
  static native int socket(int domain, int type, int protocol);

  @CFunction("sendto")
  static native SignedWord sendto(
      int socket,
      CCharPointer body,
      UnsignedWord length,
      int flags,
      CCharPointer address,
      int addressLength);

  @CFunction("madvise")
  static native int madvise(PointerBase address, UnsignedWord length, int advice);

  @CFunction("statx")
  static native int statx(
      int directory, CCharPointer path, int flags, int mask, PointerBase answer);

  @CFunction("clock_gettime")
  static native int clockGettime(int clock, PointerBase answer);

  @CFunction("close")
  static native int close(int descriptor);

  @CFunction("isatty")
  static native int isatty(int descriptor);

  @CFunction("tcgetattr")
  static native int tcgetattr(int descriptor, PointerBase attributes);

  @CFunction("tcsetattr")
  static native int tcsetattr(int descriptor, int when, PointerBase attributes);

  @CFunction("cfmakeraw")
  static native void cfmakeraw(PointerBase attributes);

  @CFunction("ioctl")
  static native int ioctl(int descriptor, UnsignedWord request, PointerBase answer);
}
