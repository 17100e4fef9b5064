package io.harmonyagent.reconcilers.container;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears of a container's end from the file that its monitor leaves then, whose name is the
 * container's id. podman itself tells of it up to a quarter of a second later where it logs events
 * to a file. Only a hint: where that directory is not, podman's events have to do.
 */
final class ContainerExits implements AutoCloseable {
  /** Where podman lets its monitors leave these files for root's containers. */
  static final Path USUAL = Path.of("/run/libpod/exits");

  private static final Logger log = LoggerFactory.getLogger(ContainerExits.class);

  private final Path directory;
  private final Consumer<String> ended;
  private @Nullable WatchService service;

  /** {@code ended} is told the ids of containers. */
  ContainerExits(Path directory, Consumer<String> ended) {
    this.directory = directory;
    this.ended = ended;
  }

  /**
   * Listens from now on, if it can and does not yet: the directory comes with a first container.
   */
  synchronized void listen() {
    if (service != null) {
      return;
    }
    WatchService opened = null;
    try {
      opened = directory.getFileSystem().newWatchService();
      directory.register(opened, StandardWatchEventKinds.ENTRY_CREATE);
      WatchService watches = opened;
      service = watches;
      Thread.ofPlatform().daemon().name("container-exits").start(() -> follow(watches));
    } catch (IOException e) {
      log.debug("ends of containers are not heard of at once: {}", e.toString());
      closeQuietly(opened);
    }
  }

  @Override
  public synchronized void close() {
    closeQuietly(service);
    service = null;
  }

  private void follow(WatchService watches) {
    try {
      boolean there = true;
      while (there) {
        WatchKey key = watches.take();
        for (WatchEvent<?> event : key.pollEvents()) {
          if (event.context() instanceof Path id) {
            ended.accept(id.toString());
          }
        }
        there = key.reset();
      }
      wentAway(watches);
    } catch (InterruptedException | ClosedWatchServiceException e) {
      log.debug("stopped");
    }
  }

  private synchronized void wentAway(WatchService watches) {
    closeQuietly(watches);
    if (service == watches) {
      service = null;
    }
  }

  private static void closeQuietly(@Nullable WatchService watches) {
    if (watches != null) {
      try {
        watches.close();
      } catch (IOException e) {
        log.debug("a watch could not be closed: {}", e.toString());
      }
    }
  }
}
