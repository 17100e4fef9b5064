package io.harmonyagent.reconcilers.container;

import io.harmonyagent.core.time.Moment;
import io.harmonyagent.reconcilers.container.podman.PodmanContainer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How long containers have been running. podman knows it by the wall clock, which on a Pi jumps by
 * years when it hears the time: so only what had passed when a start was first seen is taken from
 * that clock, and the rest from the one that nobody sets.
 */
final class Uptimes {
  private record Start(String id, Instant startedAt, Moment seen, Duration before) {}

  private final Map<String, Start> starts = new ConcurrentHashMap<>();

  Duration of(PodmanContainer container, Moment now) {
    if (container.run() != PodmanContainer.Run.RUNNING) {
      return Duration.ZERO;
    }
    Start start =
        starts.compute(
            container.name(),
            (_, known) ->
                known != null && isSame(known, container) ? known : begin(container, now));
    return start.before().plus(now.since(start.seen()));
  }

  void forget(String name) {
    starts.remove(name);
  }

  /** A list knows seconds only, a look at one container more. */
  private static boolean isSame(Start start, PodmanContainer container) {
    return start.id().equals(container.id())
        && start.startedAt().getEpochSecond() == container.startedAt().getEpochSecond();
  }

  private static Start begin(PodmanContainer container, Moment now) {
    Duration before = Duration.between(container.startedAt(), now.wall());
    return new Start(
        container.id(), container.startedAt(), now, before.isNegative() ? Duration.ZERO : before);
  }
}
