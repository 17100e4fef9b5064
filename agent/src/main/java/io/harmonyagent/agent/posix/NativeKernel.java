package io.harmonyagent.agent.posix;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.graalvm.nativeimage.StackValue;
import org.graalvm.nativeimage.c.type.CCharPointer;
import org.graalvm.nativeimage.c.type.CTypeConversion;
import org.graalvm.word.Pointer;
import org.graalvm.word.PointerBase;
import org.graalvm.word.WordFactory;

/**
 * Mounts by way of a loop device, as {@code mount -o loop} does: the kernel finds a free one, and
 * gives it back by itself when the mount is gone.
 */
final class NativeKernel implements Kernel {
  private static final int TRIES = 20;

  // struct loop_config: the file's descriptor, then struct loop_info64 with its flags.
  private static final int LOOP_CONFIG_BYTES = 304;
  private static final int FLAGS = 60;

  @Override
  public void mountImage(Path image, Path directory) throws IOException {
    int file = open(image.toString(), KernelCalls.O_RDONLY);
    try {
      for (int attempt = 0; attempt < TRIES; attempt++) {
        String device = "/dev/loop" + freeLoop();
        int loop = open(device, KernelCalls.O_RDWR);
        try {
          if (configure(loop, file)) {
            // The device is given back when its last user goes: us here, or the mount.
            mount(device, directory);
            return;
          }
        } finally {
          KernelCalls.close(loop);
        }
      }
      throw new IOException("no free loop device for " + image + ": others take each before us");
    } finally {
      KernelCalls.close(file);
    }
  }

  private static int freeLoop() throws IOException {
    int control = open("/dev/loop-control", KernelCalls.O_RDWR);
    try {
      PointerBase nothing = WordFactory.nullPointer();
      int number =
          KernelCalls.ioctl(control, WordFactory.unsigned(KernelCalls.LOOP_CTL_GET_FREE), nothing);
      if (number < 0) {
        throw failure("asking for a free loop device");
      }
      return number;
    } finally {
      KernelCalls.close(control);
    }
  }

  /** Returns whether the device was still free. */
  private static boolean configure(int loop, int file) throws IOException {
    Pointer config = StackValue.get(LOOP_CONFIG_BYTES);
    for (int at = 0; at < LOOP_CONFIG_BYTES; at += Long.BYTES) {
      config.writeLong(at, 0);
    }
    config.writeInt(0, file);
    config.writeInt(FLAGS, KernelCalls.LO_FLAGS_READ_ONLY | KernelCalls.LO_FLAGS_AUTOCLEAR);
    if (KernelCalls.ioctl(loop, WordFactory.unsigned(KernelCalls.LOOP_CONFIGURE), config) == 0) {
      return true;
    }
    if (KernelCalls.errno().read() == KernelCalls.EBUSY) {
      return false;
    }
    throw failure("setting up a loop device");
  }

  private static void mount(String device, Path directory) throws IOException {
    try (CTypeConversion.CCharPointerHolder source = CTypeConversion.toCString(device);
        CTypeConversion.CCharPointerHolder target =
            CTypeConversion.toCString(directory.toString());
        CTypeConversion.CCharPointerHolder type = CTypeConversion.toCString("squashfs")) {
      PointerBase noOptions = WordFactory.nullPointer();
      int failed =
          KernelCalls.mount(
              source.get(),
              target.get(),
              type.get(),
              WordFactory.unsigned(
                  KernelCalls.MS_RDONLY | KernelCalls.MS_NOSUID | KernelCalls.MS_NODEV),
              noOptions);
      if (failed != 0) {
        throw failure("mounting " + device + " on " + directory);
      }
    }
  }

  @Override
  public void unmount(Path directory) throws IOException {
    try (CTypeConversion.CCharPointerHolder target =
        CTypeConversion.toCString(directory.toString())) {
      if (KernelCalls.umount2(target.get(), KernelCalls.MNT_DETACH) != 0) {
        throw failure("unmounting " + directory);
      }
    }
  }

  @Override
  public IOException become(Path program, List<String> arguments, List<String> environment) {
    try (CTypeConversion.CCharPointerHolder path = CTypeConversion.toCString(program.toString());
        CTypeConversion.CCharPointerPointerHolder argv =
            CTypeConversion.toCStrings(arguments.toArray(CharSequence[]::new));
        CTypeConversion.CCharPointerPointerHolder envp =
            CTypeConversion.toCStrings(environment.toArray(CharSequence[]::new))) {
      KernelCalls.execve(path.get(), argv.get(), envp.get());
      return failure("starting " + program);
    }
  }

  @Override
  public void endAfter(int seconds) {
    KernelCalls.alarm(seconds);
  }

  private static int open(String path, int flags) throws IOException {
    try (CTypeConversion.CCharPointerHolder name = CTypeConversion.toCString(path)) {
      CCharPointer pointer = name.get();
      int descriptor = KernelCalls.open(pointer, flags | KernelCalls.O_CLOEXEC);
      if (descriptor < 0) {
        throw failure("opening " + path);
      }
      return descriptor;
    }
  }

  private static IOException failure(String doing) {
    return new IOException(doing + ": " + reason(KernelCalls.errno().read()));
  }

  /** The few that happen, in words; the rest can be looked up. */
  private static String reason(int errno) {
    return switch (errno) {
      case 1, 13 -> "permission denied";
      case 2, 6 -> "it is not there";
      case 5 -> "input/output error";
      case 8 -> "it is no program for this machine";
      case 12 -> "out of memory";
      case 16 -> "it is busy";
      case 19 -> "the kernel does not know squashfs";
      case 22 -> "it is no squashfs image, or damaged";
      default -> "error " + errno;
    };
  }
}
