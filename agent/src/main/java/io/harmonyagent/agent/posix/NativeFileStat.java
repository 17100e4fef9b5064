package io.harmonyagent.agent.posix;

import io.harmonyagent.reconcilers.file.FileIdentity;
import io.harmonyagent.reconcilers.file.FileStat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.graalvm.nativeimage.StackValue;
import org.graalvm.nativeimage.c.type.CCharPointer;
import org.graalvm.word.Pointer;

/**
 * One call of {@code statx}, whose answer has the same layout on every architecture. What it cannot
 * answer Java is asked for, which knows how to say why not.
 */
public final class NativeFileStat implements FileStat {
  private static final int LONGEST_PATH = 4095;
  private static final int ANSWER_BYTES = 256;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  // Where the fields of struct statx are.
  private static final int OWNER = 20;
  private static final int GROUP = 24;
  private static final int MODE = 28;
  private static final int INODE = 32;
  private static final int SIZE = 40;
  private static final int CHANGED = 96;
  private static final int MODIFIED = 112;
  private static final int NANOS_OF_TIME = 8;
  private static final int DEVICE_MAJOR = 136;
  private static final int DEVICE_MINOR = 140;

  private final FileStat java = FileStat.byJava();

  private NativeFileStat() {}

  /** The C library inside the native binary; on a JVM, Java's own way. */
  public static FileStat forThisProcess() {
    return NativeBinary.isThis() ? new NativeFileStat() : FileStat.byJava();
  }

  @Override
  public Optional<FileIdentity> of(Path path) throws IOException {
    byte[] name = path.toString().getBytes(StandardCharsets.UTF_8);
    if (name.length > LONGEST_PATH) {
      return java.of(path);
    }
    CCharPointer terminated = StackValue.get(LONGEST_PATH + 1);
    for (int i = 0; i < name.length; i++) {
      terminated.write(i, name[i]);
    }
    terminated.write(name.length, (byte) 0);
    Pointer answer = StackValue.get(ANSWER_BYTES);
    int failed =
        Libc.statx(
            Libc.AT_FDCWD, terminated, Libc.AT_SYMLINK_NOFOLLOW, Libc.STATX_BASIC_STATS, answer);
    return failed == 0 ? Optional.of(identity(answer)) : java.of(path);
  }

  private static FileIdentity identity(Pointer answer) {
    return new FileIdentity(
        device(answer.readInt(DEVICE_MAJOR), answer.readInt(DEVICE_MINOR)),
        answer.readLong(INODE),
        Short.toUnsignedInt(answer.readShort(MODE)),
        answer.readInt(OWNER),
        answer.readInt(GROUP),
        answer.readLong(SIZE),
        time(answer, MODIFIED),
        time(answer, CHANGED));
  }

  private static long time(Pointer answer, int at) {
    return answer.readLong(at) * NANOS_PER_SECOND + answer.readInt(at + NANOS_OF_TIME);
  }

  /** One number out of two, as makedev(3) has it. */
  private static long device(int major, int minor) {
    return (major & 0xfffff000L) << 32
        | (major & 0xfffL) << 8
        | (minor & 0xffffff00L) << 12
        | (minor & 0xffL);
  }
}
