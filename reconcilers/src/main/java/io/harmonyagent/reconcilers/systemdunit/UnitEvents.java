package io.harmonyagent.reconcilers.systemdunit;

import io.harmonyagent.core.dbus.Message;
import io.harmonyagent.core.dbus.Value;
import io.harmonyagent.core.manifest.ResourceId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Listens to systemd: says when something may have happened to a watched unit, and which jobs have
 * ended. Signals are hints; that one is missing must only ever cost time.
 */
final class UnitEvents implements SystemdBus.Listener {
  private static final List<Value> RELOADED = List.of(Value.flag(false));

  private record Watch(ResourceId id, Consumer<ResourceId> hints) {}

  private final Map<String, Watch> watches = new ConcurrentHashMap<>();
  private final Map<ResourceId, String> names = new ConcurrentHashMap<>();
  private final Map<String, Long> moves = new ConcurrentHashMap<>();
  private final AtomicLong clock = new AtomicLong();
  private final Jobs jobs;
  private volatile long allMoved;

  UnitEvents(Jobs jobs) {
    this.jobs = jobs;
  }

  void watch(ResourceId id, String name, Consumer<ResourceId> hints) {
    Watch known = watches.get(name);
    if (known == null || !known.id().equals(id)) {
      unwatch(id);
      watches.put(name, new Watch(id, hints));
      names.put(id, name);
    }
  }

  void unwatch(ResourceId id) {
    String name = names.remove(id);
    if (name != null) {
      // Unless the unit has changed hands: then another resource wants to hear of it now.
      watches.computeIfPresent(name, (_, watch) -> watch.id().equals(id) ? null : watch);
    }
  }

  /** From now on takes note of what happens to this unit, whether or not anybody wants hints. */
  void listenFor(String name) {
    moves.putIfAbsent(name, 0L);
  }

  void forget(String name) {
    moves.remove(name);
  }

  /** The units that something is noted of. */
  Set<String> heard() {
    return moves.keySet();
  }

  /** Rises with everything that happened to any of these. */
  long moment() {
    return clock.get();
  }

  /** When something last happened to this unit. */
  long lastMove(String name) {
    return Math.max(allMoved, moves.getOrDefault(name, 0L));
  }

  /** Something happened to it: a signal said so, or we did it ourselves. */
  void moved(String name) {
    moves.computeIfPresent(name, (_, _) -> clock.incrementAndGet());
  }

  @Override
  public void signal(Message signal) {
    switch (signal.header().member()) {
      case "PropertiesChanged" -> hint(UnitPath.nameOf(signal.header().path()));
      case "JobRemoved" -> jobRemoved(signal);
      case "Reloading" -> {
        // It is told twice, before and after; while it lasts nobody would get an answer.
        if (signal.body().equals(RELOADED)) {
          hintAll();
        }
      }
      case "UnitFilesChanged" -> hintAll();
      default -> {}
    }
  }

  @Override
  public void connectionLost() {
    jobs.connectionLost();
    hintAll();
  }

  private void jobRemoved(Message signal) {
    if (signal.body().size() == 4
        && signal.body().get(1) instanceof Value.Text path
        && signal.body().get(2) instanceof Value.Text unit
        && signal.body().get(3) instanceof Value.Text result) {
      jobs.ended(path.text(), unit.text(), result.text());
      hint(unit.text());
    }
  }

  private void hint(String name) {
    moved(name);
    Watch watch = watches.get(name);
    if (watch != null) {
      watch.hints().accept(watch.id());
    }
  }

  private void hintAll() {
    allMoved = clock.incrementAndGet();
    watches.values().forEach(watch -> watch.hints().accept(watch.id()));
  }
}
