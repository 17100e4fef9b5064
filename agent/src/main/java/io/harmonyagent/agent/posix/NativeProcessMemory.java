package io.harmonyagent.agent.posix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.graalvm.word.WordFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes through the mappings of our own executable that nobody can write to: its code and the
 * constant part of its heap. Only those without a single page of their own are exact copies of the
 * file, so that nothing is lost with them: some pages are read-only now, but the loader wrote to
 * them before (RELRO), and what it wrote stands nowhere else.
 */
final class NativeProcessMemory implements ProcessMemory {
  private static final Logger log = LoggerFactory.getLogger(NativeProcessMemory.class);
  private static final Path MAPPINGS = Path.of("/proc/self/smaps");
  private static final String PAGES_OF_ITS_OWN = "Anonymous:";

  @Override
  public void giveBackUnusedPages() {
    try {
      String executable = Path.of("/proc/self/exe").toRealPath().toString();
      Optional<String> constant = Optional.empty();
      for (String line : Files.readAllLines(MAPPINGS)) {
        if (isHeading(line)) {
          constant = constantRange(line, executable);
        } else if (line.startsWith(PAGES_OF_ITS_OWN)) {
          if (line.endsWith(" 0 kB")) {
            constant.ifPresent(NativeProcessMemory::giveBack);
          }
          constant = Optional.empty();
        }
      }
    } catch (IOException e) {
      log.debug("unused pages are kept: {}", e.toString());
    }
  }

  /** A mapping begins with its range, in small letters; its properties begin with capitals. */
  private static boolean isHeading(String line) {
    return !line.isEmpty() && Character.digit(line.charAt(0), 16) >= 0 && !isCapital(line);
  }

  private static boolean isCapital(String line) {
    return Character.isUpperCase(line.charAt(0));
  }

  /** From a line such as {@code 55b03b0c0000-55b03bc8e000 r-xp 00030000 08:02 17 /usr/bin/x}. */
  private static Optional<String> constantRange(String heading, String executable) {
    String[] fields = heading.split("\\s+", 6);
    boolean constant =
        fields.length == 6
            && fields[1].startsWith("r-")
            && fields[1].endsWith("p")
            && fields[5].equals(executable);
    return constant ? Optional.of(fields[0]) : Optional.empty();
  }

  private static void giveBack(String range) {
    int dash = range.indexOf('-');
    long begin = Long.parseUnsignedLong(range.substring(0, dash), 16);
    long end = Long.parseUnsignedLong(range.substring(dash + 1), 16);
    Libc.madvise(WordFactory.pointer(begin), WordFactory.unsigned(end - begin), Libc.MADV_DONTNEED);
  }
}
