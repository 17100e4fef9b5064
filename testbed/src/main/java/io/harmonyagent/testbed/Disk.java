package io.harmonyagent.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A Pi's disk, seen from this machine. */
final class Disk {
  private final Path folder;

  Disk(Path folder) {
    this.folder = folder;
  }

  /** The Pi's root file system, whether it is on or off. */
  Path root() {
    return folder.resolve("root");
  }

  /**
   * Makes the disk no larger than what is on it and so much more: full at once, and without writing
   * a single block.
   */
  void fill(int spareMb) {
    Waiting.eventually(
        Duration.ofSeconds(5),
        () -> resize((usedBytes() + 1023) / 1024 + 1024L * spareMb + "k"),
        Output::ok,
        "a full disk");
  }

  void free(int sizeMb) {
    resize(sizeMb + "m").orFail();
  }

  String journal() {
    return Commands.run(
            "journalctl",
            "--quiet",
            "--no-pager",
            "--output=short-precise",
            "--directory=" + root().resolve("var/log/journal"))
        .out();
  }

  private Output resize(String size) {
    return Commands.run("mount", "-o", "remount,size=" + size, folder.resolve("disk").toString());
  }

  private long usedBytes() {
    try {
      FileStore store = Files.getFileStore(folder.resolve("disk"));
      return store.getTotalSpace() - store.getUnallocatedSpace();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
