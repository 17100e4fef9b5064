package io.harmonyagent.reconcilers.file;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/**
 * The extended attributes of files that Java has no view of, those of access lists, by the C
 * library.
 */
@SuppressWarnings("restricted")
final class RawAttributes {
  private static final int LARGEST = 4096;
  private static final Linker LINKER = Linker.nativeLinker();
  private static final MethodHandle SET =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("setxattr"),
          FunctionDescriptor.of(
              ValueLayout.JAVA_INT,
              ValueLayout.ADDRESS,
              ValueLayout.ADDRESS,
              ValueLayout.ADDRESS,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_INT));
  private static final MethodHandle GET =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("getxattr"),
          FunctionDescriptor.of(
              ValueLayout.JAVA_LONG,
              ValueLayout.ADDRESS,
              ValueLayout.ADDRESS,
              ValueLayout.ADDRESS,
              ValueLayout.JAVA_LONG));

  private RawAttributes() {}

  /** Where the file system has none of that name, the test is left out. */
  static void set(Path file, String name, byte[] value) throws Throwable {
    try (Arena arena = Arena.ofConfined()) {
      int failed =
          (int)
              SET.invokeExact(
                  arena.allocateFrom(file.toString()),
                  arena.allocateFrom(name),
                  arena.allocateFrom(ValueLayout.JAVA_BYTE, value),
                  (long) value.length,
                  0);
      assumeTrue(failed == 0, "this file system has no " + name);
    }
  }

  static ByteBuffer get(Path file, String name) throws Throwable {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment value = arena.allocate(LARGEST);
      long length =
          (long)
              GET.invokeExact(
                  arena.allocateFrom(file.toString()),
                  arena.allocateFrom(name),
                  value,
                  (long) LARGEST);
      if (length < 0) {
        throw new AssertionError(file + " has no " + name);
      }
      return ByteBuffer.wrap(value.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE))
          .order(ByteOrder.LITTLE_ENDIAN);
    }
  }
}
