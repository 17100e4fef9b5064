package io.harmonyagent.agent.update;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What a program's own header says of it. */
public final class Elf {
  private static final int HEADER_BYTES = 20;
  private static final int MACHINE = 18;
  private static final int X86_64 = 62;
  private static final int AARCH64 = 183;

  private Elf() {}

  /** What it is for, in the words of a device's status; nothing if it has no such header. */
  public static Optional<String> architecture(Path binary) throws IOException {
    byte[] header;
    try (InputStream in = Files.newInputStream(binary)) {
      header = in.readNBytes(HEADER_BYTES);
    }
    boolean isElf =
        header.length == HEADER_BYTES
            && header[0] == 0x7f
            && header[1] == 'E'
            && header[2] == 'L'
            && header[3] == 'F';
    if (!isElf) {
      return Optional.empty();
    }
    int machine = (header[MACHINE] & 0xff) | ((header[MACHINE + 1] & 0xff) << Byte.SIZE);
    return Optional.of(
        switch (machine) {
          case X86_64 -> "amd64";
          case AARCH64 -> "aarch64";
          default -> "machine " + machine;
        });
  }
}
