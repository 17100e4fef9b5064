package io.harmonyagent.agent.posix;

import java.util.List;
import org.graalvm.nativeimage.c.CContext;
import org.graalvm.nativeimage.c.function.CFunction;
import org.graalvm.nativeimage.c.function.CFunction.Transition;
import org.graalvm.nativeimage.c.type.CCharPointer;
import org.graalvm.nativeimage.c.type.CCharPointerPointer;
import org.graalvm.nativeimage.c.type.CIntPointer;
import org.graalvm.word.PointerBase;
import org.graalvm.word.UnsignedWord;

/**
 * The calls behind {@link Kernel}. Without a transition, so that nothing of the run time comes
 * between a call and its {@code errno}; all of them are short.
 */
@CContext(KernelCalls.Headers.class)
final class KernelCalls {
  static final int O_RDONLY = 0;
  static final int O_RDWR = 2;
  static final int O_CLOEXEC = 0x80000;
  static final int EBUSY = 16;
  static final int LOOP_CONFIGURE = 0x4C0A;
  static final int LOOP_CTL_GET_FREE = 0x4C82;
  static final int LO_FLAGS_READ_ONLY = 1;
  static final int LO_FLAGS_AUTOCLEAR = 4;
  static final int MS_RDONLY = 1;
  static final int MS_NOSUID = 2;
  static final int MS_NODEV = 4;
  static final int MNT_DETACH = 2;

  private KernelCalls() {}

  static final class Headers implements CContext.Directives {
    @Override
    public List<String> getHeaderFiles() {
      return List.of("<errno.h>", "<fcntl.h>", "<sys/ioctl.h>", "<sys/mount.h>", "<unistd.h>");
    }
  }

  @CFunction(value = "open", transition = Transition.NO_TRANSITION)
  static native int open(CCharPointer path, int flags);

  @CFunction(value = "close", transition = Transition.NO_TRANSITION)
  static native int close(int descriptor);

  @CFunction(value = "ioctl", transition = Transition.NO_TRANSITION)
  static native int ioctl(int descriptor, UnsignedWord request, PointerBase argument);

  @CFunction(value = "mount", transition = Transition.NO_TRANSITION)
  static native int mount(
      CCharPointer source,
      CCharPointer target,
      CCharPointer type,
      UnsignedWord flags,
      PointerBase options);

  @CFunction(value = "umount2", transition = Transition.NO_TRANSITION)
  static native int umount2(CCharPointer target, int flags);

  @CFunction(value = "execve", transition = Transition.NO_TRANSITION)
  static native int execve(
      CCharPointer path, CCharPointerPointer arguments, CCharPointerPointer environment);

  @CFunction(value = "alarm", transition = Transition.NO_TRANSITION)
  static native int alarm(int seconds);

  @CFunction(value = "__errno_location", transition = Transition.NO_TRANSITION)
  static native CIntPointer errno();
}
