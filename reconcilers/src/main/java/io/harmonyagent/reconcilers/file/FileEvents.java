package io.harmonyagent.reconcilers.file;

import io.harmonyagent.core.manifest.ResourceId;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says when something happened to a watched file (inotify on its directory). Only a hint: where a
 * directory cannot be watched, or events overflow, the periodic pass finds out.
 */
public final class FileEvents implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(FileEvents.class);

  private record Interest(ResourceId id, Consumer<ResourceId> hints) {}

  /** One directory, and the files in it that somebody wants to hear of. */
  private static final class Watched {
    private final WatchKey key;
    private final Map<Path, Interest> files = new HashMap<>();

    private Watched(WatchKey key) {
      this.key = key;
    }
  }

  private final Optional<WatchService> service;
  private final Map<Path, Watched> directories = new HashMap<>();
  private final Map<ResourceId, Path> watchedFor = new ConcurrentHashMap<>();
  private final Set<ResourceId> doubted = ConcurrentHashMap.newKeySet();

  public FileEvents(Optional<WatchService> service) {
    this.service = service;
    service.ifPresent(s -> Thread.ofPlatform().daemon().name("file-events").start(() -> listen(s)));
  }

  /** Cheap for a file that is watched already, as every look at it asks for this again. */
  void watch(ResourceId id, Path file, Consumer<ResourceId> hints) {
    boolean inDoubt = doubted.remove(id);
    if (service.isPresent() && (inDoubt || !file.equals(watchedFor.get(id)))) {
      start(service.get(), new Interest(id, hints), file);
    }
  }

  /**
   * Something was other than it had been when it was last looked at: its directory may have been
   * moved away and made anew, and the watch have moved with the old one.
   */
  void doubt(ResourceId id) {
    doubted.add(id);
  }

  private synchronized void start(WatchService watches, Interest interest, Path file) {
    Path parent = file.getParent();
    if (parent == null) {
      return;
    }
    unwatch(interest.id());
    Watched watched;
    try {
      watched = watched(watches, parent);
    } catch (IOException | ClosedWatchServiceException e) {
      log.debug("{} cannot be watched: {}", parent, e.toString());
      return;
    }
    watched.files.put(file, interest);
    watchedFor.put(interest.id(), file);
  }

  /** To watch the same directory again gives the same key; another one is another directory. */
  private Watched watched(WatchService watches, Path directory) throws IOException {
    Watched known = directories.get(directory);
    WatchKey key = register(watches, directory);
    if (known != null && known.key.equals(key)) {
      return known;
    }
    Watched watched = new Watched(key);
    if (known != null) {
      known.key.cancel();
      watched.files.putAll(known.files);
    }
    directories.put(directory, watched);
    return watched;
  }

  synchronized void unwatch(ResourceId id) {
    Path file = watchedFor.remove(id);
    if (file != null) {
      forget(id, file);
    }
  }

  @Override
  public void close() throws IOException {
    if (service.isPresent()) {
      service.get().close();
    }
  }

  private static WatchKey register(WatchService service, Path directory) throws IOException {
    return directory.register(
        service,
        StandardWatchEventKinds.ENTRY_CREATE,
        StandardWatchEventKinds.ENTRY_DELETE,
        StandardWatchEventKinds.ENTRY_MODIFY);
  }

  /** Unless the file has changed hands: then another resource wants to hear of it now. */
  private void forget(ResourceId id, Path file) {
    Watched watched = directories.get(file.getParent());
    Interest interest = watched == null ? null : watched.files.get(file);
    if (watched != null && interest != null && interest.id().equals(id)) {
      watched.files.remove(file);
      if (watched.files.isEmpty()) {
        watched.key.cancel();
        directories.remove(file.getParent());
      }
    }
  }

  private void listen(WatchService watches) {
    try {
      while (true) {
        WatchKey key = watches.take();
        for (WatchEvent<?> event : key.pollEvents()) {
          interested(key, event).ifPresent(i -> i.hints().accept(i.id()));
        }
        if (!key.reset()) {
          directoryWentAway(key).forEach(i -> i.hints().accept(i.id()));
        }
      }
    } catch (InterruptedException | ClosedWatchServiceException e) {
      log.debug("stopped");
    }
  }

  /** With its directory a watch goes too: whoever looks next starts a new one, so let all look. */
  private synchronized List<Interest> directoryWentAway(WatchKey key) {
    if (key.watchable() instanceof Path directory) {
      Watched watched = directories.get(directory);
      if (watched != null && watched.key.equals(key)) {
        directories.remove(directory);
        watched.files.values().forEach(interest -> watchedFor.remove(interest.id()));
        return List.copyOf(watched.files.values());
      }
    }
    return List.of();
  }

  private synchronized Optional<Interest> interested(WatchKey key, WatchEvent<?> event) {
    if (key.watchable() instanceof Path directory && event.context() instanceof Path name) {
      Watched watched = directories.get(directory);
      if (watched != null && watched.key.equals(key)) {
        return Optional.ofNullable(watched.files.get(directory.resolve(name)));
      }
    }
    return Optional.empty();
  }
}
