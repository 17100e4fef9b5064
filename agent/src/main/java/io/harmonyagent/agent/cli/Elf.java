package io.harmonyagent.agent.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a program's own header says of it. */
final class Elf {
  private static final int HEADER_BYTES = 20;
  private static final int MACHINE = 18;
  private static final int X86_64 = 62;
  private static final int AARCH64 = 183;

  private Elf() {}

  /** In the words of a device's status. */
  static String architecture(Path binary) throws UserError, IOException {
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
    int machine =
        isElf ? (header[MACHINE] & 0xff) | ((header[MACHINE + 1] & 0xff) << Byte.SIZE) : 0;
    return switch (machine) {
      case X86_64 -> "amd64";
      case AARCH64 -> "aarch64";
      default ->
          throw UserError.badInput(
              binary + " is no program for amd64 or aarch64; say for which it is with --arch");
    };
  }
}
