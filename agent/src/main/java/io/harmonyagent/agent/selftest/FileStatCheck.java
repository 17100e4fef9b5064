package io.harmonyagent.agent.selftest;

import io.harmonyagent.agent.posix.NativeFileStat;
import io.harmonyagent.reconcilers.file.FileIdentity;
import io.harmonyagent.reconcilers.file.FileStat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * Whether this binary's own way to ask for a file's attributes tells the same as Java's, of things
 * of every type. The two share no code: a field read from the wrong place shows.
 */
final class FileStatCheck {
  private static final String ODD_NAME = "ä-€-😀 'quoted' \"x\"\n";
  private static final Instant BEFORE_1970 = Instant.parse("1965-04-03T02:01:00.123456789Z");

  private FileStatCheck() {}

  static boolean agreesWithJava() throws IOException {
    Path directory = Files.createTempDirectory("harmony-selftest");
    List<Path> made = new ArrayList<>();
    try {
      make(directory, made);
      return isSameOfAll(made) && isNothing(directory.resolve("missing"));
    } finally {
      Collections.reverse(made);
      for (Path path : made) {
        Files.deleteIfExists(path);
      }
      Files.deleteIfExists(directory);
    }
  }

  private static void make(Path directory, List<Path> made) throws IOException {
    Path plain = Files.write(note(made, directory.resolve("plain")), new byte[12_345]);
    Files.setPosixFilePermissions(plain, PosixFilePermissions.fromString("rw-r-x--x"));
    Path old = Files.createFile(note(made, directory.resolve("old")));
    Files.setLastModifiedTime(old, FileTime.from(BEFORE_1970));
    Files.createFile(note(made, directory.resolve(ODD_NAME)));
    Path inner = Files.createDirectory(note(made, directory.resolve("directory")));
    Files.createFile(note(made, inner.resolve("f".repeat(255))));
    Files.createSymbolicLink(note(made, directory.resolve("link")), plain);
    Files.createSymbolicLink(note(made, directory.resolve("dangling")), Path.of("nowhere"));
  }

  private static Path note(List<Path> made, Path path) {
    made.add(path);
    return path;
  }

  /** Each is itself and none of the others, so a link is told from what it leads to. */
  private static boolean isSameOfAll(List<Path> made) throws IOException {
    List<Path> all = new ArrayList<>(made);
    all.add(Path.of("/"));
    all.add(Path.of("/dev/null"));
    List<FileIdentity> found = new ArrayList<>();
    for (Path path : all) {
      Optional<FileIdentity> ours = NativeFileStat.forThisProcess().of(path);
      if (ours.isEmpty() || !ours.equals(FileStat.byJava().of(path))) {
        return false;
      }
      found.add(ours.get());
    }
    return new HashSet<>(found).size() == all.size();
  }

  private static boolean isNothing(Path path) throws IOException {
    return NativeFileStat.forThisProcess().of(path).isEmpty()
        && FileStat.byJava().of(path).isEmpty();
  }
}
