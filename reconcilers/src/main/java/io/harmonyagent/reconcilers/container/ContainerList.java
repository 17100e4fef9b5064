package io.harmonyagent.reconcilers.container;

import io.harmonyagent.core.manifest.ContainerSpec;
import io.harmonyagent.reconcilers.container.podman.PodmanClient;
import io.harmonyagent.reconcilers.container.podman.PodmanContainer;
import io.harmonyagent.reconcilers.container.podman.PodmanException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What containers there are. To ask for all costs podman little more than to ask for a few, so the
 * looks of one pass share one list; a container that something is known to have happened to since
 * is asked for by itself.
 */
final class ContainerList {
  /** As old as what a periodic look sees may be. A hint's look sees what was there after it. */
  private static final Duration FRESH = Duration.ofSeconds(1);

  /** After that time a list of all is asked for again anyway. */
  private static final Duration STIRRED = Duration.ofSeconds(5);

  /** All containers by name, as of a moment after {@code begun}. */
  private record Snapshot(long begun, Map<String, PodmanContainer> byName) {}

  private final PodmanClient podman;
  private final LongSupplier nanos;
  private final Map<String, Long> touched = new ConcurrentHashMap<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition fetched = lock.newCondition();
  private @Nullable Snapshot latest;
  private boolean fetching;

  ContainerList(PodmanClient podman, LongSupplier nanos) {
    this.podman = podman;
    this.nanos = nanos;
  }

  /** Something happened to the container of this name. */
  void touch(String name) {
    touched.put(name, nanos.getAsLong());
  }

  void forget(String name) {
    touched.remove(name);
  }

  /** The containers of this name, and the one that is being replaced by it. */
  Map<String, PodmanContainer> around(String name) throws PodmanException {
    long now = nanos.getAsLong();
    String previous = name + ContainerSpec.PREVIOUS;
    long changed = Math.max(touchedAt(name, now), touchedAt(previous, now));
    Snapshot known = current();
    if (known != null && known.begun > changed && now - known.begun < FRESH.toNanos()) {
      return known.byName;
    }
    if (now - changed < STIRRED.toNanos()) {
      Optional<PodmanContainer> current = podman.container(name);
      Optional<PodmanContainer> before =
          current.isPresent() ? podman.container(previous) : Optional.empty();
      // One that was renamed between the two questions answers to both; the list has it once.
      if (current.isPresent() && before.filter(b -> b.id().equals(current.get().id())).isEmpty()) {
        Map<String, PodmanContainer> few = new HashMap<>();
        few.put(name, current.get());
        before.ifPresent(b -> few.put(previous, b));
        return few;
      }
    }
    return since(now - (now - changed < FRESH.toNanos() ? 0 : FRESH.toNanos()) + 1).byName;
  }

  Collection<PodmanContainer> all() throws PodmanException {
    return since(nanos.getAsLong()).byName.values();
  }

  private long touchedAt(String name, long now) {
    return Optional.ofNullable(touched.get(name)).orElse(now - Duration.ofDays(1).toNanos());
  }

  private @Nullable Snapshot current() {
    lock.lock();
    try {
      return latest;
    } finally {
      lock.unlock();
    }
  }

  /** A list that was asked for after that moment; whoever comes meanwhile shares it. */
  private Snapshot since(long moment) throws PodmanException {
    lock.lock();
    try {
      while (latest == null || latest.begun < moment) {
        if (!fetching) {
          fetch();
        } else {
          fetched.awaitUninterruptibly();
        }
      }
      return latest;
    } finally {
      lock.unlock();
    }
  }

  /** Called and left with the lock held. Who waits meanwhile tries for himself if it fails. */
  private void fetch() throws PodmanException {
    fetching = true;
    lock.unlock();
    Snapshot found = null;
    try {
      long begun = nanos.getAsLong();
      Map<String, PodmanContainer> byName = new HashMap<>();
      for (PodmanContainer container : podman.containers()) {
        byName.put(container.name(), container);
      }
      found = new Snapshot(begun, byName);
    } finally {
      lock.lock();
      fetching = false;
      if (found != null) {
        latest = found;
      }
      fetched.signalAll();
    }
  }
}
