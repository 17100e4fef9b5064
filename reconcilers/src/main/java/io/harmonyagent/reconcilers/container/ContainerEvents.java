package io.harmonyagent.reconcilers.container;

import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.ContainerSpec;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.reconcilers.container.podman.PodmanClient;
import io.harmonyagent.reconcilers.container.podman.PodmanEvent;
import io.harmonyagent.reconcilers.container.podman.PodmanEvents;
import io.harmonyagent.reconcilers.container.podman.PodmanException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says when something happened to a watched container: one stream of podman's events, opened while
 * there is anything to watch. Only a hint: events may be lost with the stream, so when it breaks
 * and when it is back, all are told to look.
 */
final class ContainerEvents implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ContainerEvents.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  private record Interest(String name, Consumer<ResourceId> hints) {}

  private final PodmanClient podman;
  private final AgentId agent;
  private final ContainerList list;
  private final Map<ResourceId, Interest> interests = new ConcurrentHashMap<>();
  private final Map<String, ResourceId> byName = new ConcurrentHashMap<>();
  private final Map<String, ResourceId> byContainer = new ConcurrentHashMap<>();
  private final ContainerExits exits = new ContainerExits(ContainerExits.USUAL, this::ended);
  private @Nullable Thread listener;

  ContainerEvents(PodmanClient podman, AgentId agent, ContainerList list) {
    this.podman = podman;
    this.agent = agent;
    this.list = list;
  }

  /** Cheap for what is watched already, as every look asks for this again. */
  void watch(ResourceId id, String name, Consumer<ResourceId> hints) {
    Interest known = interests.get(id);
    if (known == null || !known.name().equals(name)) {
      start(id, new Interest(name, hints));
    }
  }

  /** This is the container of a resource now. */
  void isContainerOf(ResourceId id, String containerId) {
    if (!id.equals(byContainer.get(containerId))) {
      byContainer.values().removeIf(id::equals);
      byContainer.put(containerId, id);
    }
  }

  private void ended(String containerId) {
    ResourceId id = byContainer.get(containerId);
    if (id != null) {
      hint(id);
    }
  }

  /** Something else than podman says that there is news of this one. */
  void hint(ResourceId id) {
    Interest interest = interests.get(id);
    if (interest != null) {
      list.touch(interest.name());
      interest.hints().accept(id);
    }
  }

  synchronized void unwatch(ResourceId id) {
    byContainer.values().removeIf(id::equals);
    Interest gone = interests.remove(id);
    if (gone != null) {
      byName.remove(gone.name(), id);
      list.forget(gone.name());
    }
    if (interests.isEmpty()) {
      close();
    }
  }

  @Override
  public synchronized void close() {
    if (listener != null) {
      listener.interrupt();
      listener = null;
      exits.close();
    }
  }

  private synchronized void start(ResourceId id, Interest interest) {
    Interest before = interests.put(id, interest);
    if (before != null) {
      byName.remove(before.name(), id);
    }
    byName.put(interest.name(), id);
    exits.listen();
    if (listener == null) {
      listener = Thread.ofPlatform().daemon().name("container-events").start(this::listen);
    }
  }

  private void listen() {
    Duration pause = FIRST_PAUSE;
    try {
      while (true) {
        try (PodmanEvents events = podman.events(Labels.AGENT, agent.value())) {
          pause = FIRST_PAUSE;
          listenToExits();
          hintAll();
          follow(events);
          log.debug("podman's events ended");
          hintAll();
        } catch (PodmanException.Interrupted e) {
          return;
        } catch (PodmanException.Unreachable e) {
          log.debug("no events: {}", e.getMessage());
        } catch (PodmanException e) {
          log.debug("podman's events broke off: {}", e.getMessage());
          hintAll();
        }
        Thread.sleep(pause);
        pause =
            pause.multipliedBy(2).compareTo(LONGEST_PAUSE) > 0
                ? LONGEST_PAUSE
                : pause.multipliedBy(2);
      }
    } catch (InterruptedException e) {
      log.debug("stopped");
    }
  }

  /** Their directory may have come, or come back, with podman. */
  private synchronized void listenToExits() {
    if (Thread.currentThread().equals(listener)) {
      exits.listen();
    }
  }

  private void follow(PodmanEvents events) throws PodmanException {
    Map<String, String> healths = new HashMap<>();
    for (Optional<PodmanEvent> next = events.next(); next.isPresent(); next = events.next()) {
      PodmanEvent event = next.get();
      if (isNews(event, healths)) {
        tell(event.attributes());
      }
    }
  }

  /** A health check that says the same as the last time, and a command run inside, are none. */
  private static boolean isNews(PodmanEvent event, Map<String, String> healths) {
    switch (event.action()) {
      case "exec", "exec_died", "attach", "init", "sync", "mount", "unmount" -> {
        return false;
      }
      case "health_status" -> {
        String health = event.health().orElse("");
        String before = healths.put(event.containerId(), health);
        return health.isEmpty() || !health.equals(before);
      }
      case "remove" -> {
        healths.remove(event.containerId());
        return true;
      }
      default -> {
        return true;
      }
    }
  }

  private void tell(Map<String, String> attributes) {
    String name = attributes.getOrDefault("name", "");
    list.touch(name);
    ResourceId id = resource(name, attributes);
    Interest interest = id == null ? null : interests.get(id);
    if (id != null && interest != null) {
      list.touch(interest.name());
      interest.hints().accept(id);
    }
  }

  /** By its name; and one that was given another name is known by its label. */
  private @Nullable ResourceId resource(String name, Map<String, String> attributes) {
    String base =
        name.endsWith(ContainerSpec.PREVIOUS)
            ? name.substring(0, name.length() - ContainerSpec.PREVIOUS.length())
            : name;
    ResourceId known = byName.get(base);
    return known == null ? Labels.resource(attributes).orElse(null) : known;
  }

  private void hintAll() {
    interests.forEach((id, interest) -> interest.hints().accept(id));
  }
}
