package io.harmonyagent.bench;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_MODIFY;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Sees when a file has a new content. It is woken by inotify instead of looking all the time: a
 * busy look would take a core away from what is measured.
 */
public final class FileSight implements AutoCloseable {
  private final Path file;
  private final WatchService events;

  /** The file's directory must be there. */
  public FileSight(Path file) throws IOException {
    this.file = file;
    this.events = FileSystems.getDefault().newWatchService();
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null) {
      throw new IllegalArgumentException(file + " has no directory");
    }
    directory.register(events, ENTRY_CREATE, ENTRY_MODIFY);
  }

  /** Returns the {@link System#nanoTime} at which the file was first seen with that content. */
  public long await(String content, Duration limit) throws IOException, InterruptedException {
    return await(content::equals, limit);
  }

  /** Returns the {@link System#nanoTime} at which the file was first seen with such a content. */
  long await(Predicate<String> wanted, Duration limit) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (true) {
      if (has(wanted)) {
        return System.nanoTime();
      }
      long left = deadline - System.nanoTime();
      @Nullable WatchKey key = left > 0 ? events.poll(left, TimeUnit.NANOSECONDS) : null;
      if (key == null) {
        throw new IllegalStateException(file + " is still not as wanted after " + limit);
      }
      key.pollEvents();
      key.reset();
    }
  }

  private boolean has(Predicate<String> wanted) throws IOException {
    try {
      return wanted.test(Files.readString(file));
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    events.close();
  }
}
