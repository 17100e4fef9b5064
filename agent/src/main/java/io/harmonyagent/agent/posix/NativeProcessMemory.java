package io.harmonyagent.agent.posix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.graalvm.word.WordFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes through the mappings of our own executable that nobody can write to: its code and the
 * constant part of its heap. Those are exact copies of the file, so nothing is lost with them.
 */
final class NativeProcessMemory implements ProcessMemory {
  private static final Logger log = LoggerFactory.getLogger(NativeProcessMemory.class);
  private static final Path MAPPINGS = Path.of("/proc/self/maps");

  @Override
  public void giveBackStartUpPages() {
    try {
      String executable = Path.of("/proc/self/exe").toRealPath().toString();
      for (String line : Files.readAllLines(MAPPINGS)) {
        // 55b03b0c0000-55b03bc8e000 r-xp 00030000 08:02 173521    /usr/bin/harmony-agent
        String[] fields = line.split("\\s+", 6);
        if (fields.length == 6 && fields[5].equals(executable) && isConstant(fields[1])) {
          giveBack(fields[0]);
        }
      }
    } catch (IOException e) {
      log.debug("start-up pages are kept: {}", e.toString());
    }
  }

  private static boolean isConstant(String permissions) {
    return permissions.startsWith("r-") && permissions.endsWith("p");
  }

  private static void giveBack(String range) {
    int dash = range.indexOf('-');
    long begin = Long.parseUnsignedLong(range.substring(0, dash), 16);
    long end = Long.parseUnsignedLong(range.substring(dash + 1), 16);
    Libc.madvise(WordFactory.pointer(begin), WordFactory.unsigned(end - begin), Libc.MADV_DONTNEED);
  }
}
