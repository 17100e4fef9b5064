package io.harmonyagent.agent.posix;

import java.nio.charset.StandardCharsets;
import org.graalvm.nativeimage.UnmanagedMemory;
import org.graalvm.nativeimage.c.type.CCharPointer;
import org.graalvm.word.WordFactory;

/** Builds a {@code sockaddr_un} by hand: two bytes of family, then the path. */
final class NativeDatagramSender implements DatagramSender {
  private static final int FAMILY_BYTES = 2;
  private static final int LONGEST_PATH = 107;

  @Override
  public boolean send(String socketPath, String message) {
    byte[] path = socketPath.getBytes(StandardCharsets.UTF_8);
    byte[] body = message.getBytes(StandardCharsets.UTF_8);
    if (path.length == 0 || path.length > LONGEST_PATH) {
      return false;
    }
    if (path[0] == '@') {
      path[0] = 0;
    }
    int socket = Libc.socket(Libc.AF_UNIX, Libc.SOCK_DGRAM | Libc.SOCK_CLOEXEC, 0);
    if (socket < 0) {
      return false;
    }
    CCharPointer memory =
        UnmanagedMemory.malloc(WordFactory.unsigned(FAMILY_BYTES + path.length + body.length));
    try {
      memory.write(0, (byte) Libc.AF_UNIX);
      memory.write(1, (byte) 0);
      copy(path, memory, FAMILY_BYTES);
      copy(body, memory, FAMILY_BYTES + path.length);
      return Libc.sendto(
                  socket,
                  memory.addressOf(FAMILY_BYTES + path.length),
                  WordFactory.unsigned(body.length),
                  Libc.MSG_NOSIGNAL,
                  memory,
                  FAMILY_BYTES + path.length)
              .rawValue()
          == body.length;
    } finally {
      UnmanagedMemory.free(memory);
      Libc.close(socket);
    }
  }

  private static void copy(byte[] from, CCharPointer to, int at) {
    for (int i = 0; i < from.length; i++) {
      to.write(at + i, from[i]);
    }
  }
}
