package io.harmonyagent.testbed;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What the kernel gives to all Pis together, and how much of it is used: systemd dies in silence.
 */
final class KernelLimits {
  private static final Path INSTANCES = Path.of("/proc/sys/fs/inotify/max_user_instances");
  private static final int A_PI_NEEDS = 10;

  private KernelLimits() {}

  /** A limit that is so near that a Pi may fail to boot for it. */
  static Optional<String> nearest() {
    try {
      long limit = Long.parseLong(Files.readString(INSTANCES).strip());
      long used = inotifyInstances();
      return used + A_PI_NEEDS <= limit
          ? Optional.empty()
          : Optional.of(
              "%d of %d inotify instances are in use (%s): too many Pis run at once"
                  .formatted(used, limit, INSTANCES));
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static long inotifyInstances() throws IOException {
    long found = 0;
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path process : processes) {
        found += inotifyInstances(process.resolve("fd"));
      }
    }
    return found;
  }

  private static long inotifyInstances(Path descriptors) {
    long found = 0;
    try (DirectoryStream<Path> all = Files.newDirectoryStream(descriptors)) {
      for (Path descriptor : all) {
        if (Files.readSymbolicLink(descriptor).toString().equals("anon_inode:inotify")) {
          found++;
        }
      }
    } catch (IOException e) {
      // The process has ended meanwhile.
      return found;
    }
    return found;
  }
}
