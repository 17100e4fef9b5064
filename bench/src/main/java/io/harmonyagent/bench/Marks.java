package io.harmonyagent.bench;

import io.harmonyagent.testbed.Pi;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Files in one folder of a Pi that what is measured writes as its first deed: so that the same sign
 * tells when a unit or a container runs, whoever started it.
 */
final class Marks {
  static final String FOLDER = "/srv/marks";
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final Pi pi;

  Marks(Pi pi) {
    this.pi = pi;
    pi.run("mkdir", "-p", FOLDER).orFail();
  }

  /** What a shell has to do to leave a mark: it holds the start's time, so no two are equal. */
  static String command(String name) {
    return "date +%s%N > "
        + FOLDER
        + "/"
        + name
        + ".new && mv "
        + FOLDER
        + "/"
        + name
        + ".new "
        + FOLDER
        + "/"
        + name;
  }

  /** From before {@code action} until the mark is there, or there anew. */
  double millisUntilMarked(String name, Action action) throws Exception {
    Path file = outside(name);
    String before = java.nio.file.Files.exists(file) ? java.nio.file.Files.readString(file) : "";
    try (FileSight sight = new FileSight(file)) {
      long start = System.nanoTime();
      action.run();
      long seen = sight.await(content -> !content.isEmpty() && !content.equals(before), LIMIT);
      return Units.millis(Duration.ofNanos(seen - start));
    }
  }

  /**
   * From the end of a process until the mark is written anew. Both times are the kernel's: one is
   * asked for inside of the Pi, so that the way into it does not count, the other is the mark's
   * own, which lags behind by a tick at most.
   */
  double millisFromDeath(String name, long pid) throws Exception {
    Path file = outside(name);
    String before = java.nio.file.Files.readString(file);
    try (FileSight sight = new FileSight(file)) {
      String death = pi.run("sh", "-c", "date +%s%N; kill -KILL " + pid).orFail().text();
      sight.await(content -> !content.isEmpty() && !content.equals(before), LIMIT);
      long written = java.nio.file.Files.getLastModifiedTime(file).to(TimeUnit.NANOSECONDS);
      return Units.millis(Duration.ofNanos(written - Long.parseLong(death)));
    }
  }

  private Path outside(String name) {
    return pi.root().resolve(FOLDER.substring(1)).resolve(name);
  }

  /** Something that leads to a mark. */
  @FunctionalInterface
  interface Action {
    void run() throws Exception;
  }

  void clear() throws IOException {
    pi.run("sh", "-c", "rm -f " + FOLDER + "/*").orFail();
  }
}
