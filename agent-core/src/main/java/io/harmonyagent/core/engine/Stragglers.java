package io.harmonyagent.core.engine;

import io.harmonyagent.core.time.Moment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Work that nobody wants any longer and that has not ended yet. What it has asked the device for
 * may still come, so nobody else touches its thing until it ends, or for as long as is reasonable:
 * else a deletion could overtake a start, and the deleted thing would run.
 */
final class Stragglers {
  /** So long work that was called off may take to end before nobody waits for it any longer. */
  static final Duration TO_END = Duration.ofSeconds(5);

  /** What it may have made by the time it ends, and how long it is waited for. */
  private record Straggler(Ownership made, Moment deadline) {}

  private final Map<Ticket, Straggler> stragglers = new LinkedHashMap<>();

  void callOff(Ticket ticket, Ownership made, Moment now, List<Effect> effects) {
    stragglers.put(ticket, new Straggler(made, now.plus(TO_END)));
    effects.add(new Effect.CallOff(ticket));
  }

  boolean areAt(OwnedThing thing) {
    return stragglers.values().stream().anyMatch(s -> s.made().thing().equals(thing));
  }

  /** What it was at, if this was one of them. */
  Optional<Ownership> ended(Ticket ticket) {
    return Optional.ofNullable(stragglers.remove(ticket)).map(Straggler::made);
  }

  /** Waits no longer for those that do not end, and answers what they were at. */
  List<Ownership> giveUp(Moment now, List<Effect> effects) {
    List<Ownership> left = new ArrayList<>();
    stragglers
        .entrySet()
        .removeIf(
            entry -> {
              boolean late = !now.isBefore(entry.getValue().deadline());
              if (late) {
                effects.add(new Effect.Abandon(entry.getKey()));
                left.add(entry.getValue().made());
              }
              return late;
            });
    return left;
  }

  boolean isEmpty() {
    return stragglers.isEmpty();
  }

  Optional<Moment> due() {
    return stragglers.values().stream()
        .map(Straggler::deadline)
        .reduce((a, b) -> a.isBefore(b) ? a : b);
  }
}
