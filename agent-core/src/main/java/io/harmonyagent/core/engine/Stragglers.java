package io.harmonyagent.core.engine;

import io.harmonyagent.core.time.Moment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
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

  /**
   * One of them has ended, or is given up.
   *
   * @param made what it may have made by then
   * @param waiting the resource that wants that thing and had to wait
   */
  record End(Ownership made, Optional<Track> waiting) {}

  private final Hung hung;
  private final Map<Ticket, Straggler> stragglers = new LinkedHashMap<>();
  private final Map<OwnedThing, Track> waiting = new HashMap<>();

  Stragglers(Hung hung) {
    this.hung = hung;
  }

  void callOff(Ticket ticket, Ownership made, Moment now, List<Effect> effects) {
    stragglers.put(ticket, new Straggler(made, now.plus(TO_END)));
    effects.add(new Effect.CallOff(ticket));
  }

  /**
   * Whether this resource has to wait for one of them; {@link End} then tells when it may go on.
   */
  boolean makeWait(Track track) {
    if (isEmpty()) {
      return false;
    }
    OwnedThing thing = OwnedThing.of(track.resource().spec()).orElseThrow();
    if (!areAt(thing)) {
      return false;
    }
    waiting.put(thing, track);
    return true;
  }

  /** A new manifest says anew who wants what. */
  void forgetWaiting() {
    waiting.clear();
  }

  boolean areAt(OwnedThing thing) {
    return stragglers.values().stream().anyMatch(s -> s.made().thing().equals(thing));
  }

  /** Nothing if this was none of them. */
  Optional<End> ended(Ticket ticket) {
    return Optional.ofNullable(stragglers.remove(ticket)).map(this::end);
  }

  /** Waits no longer for those that do not end. */
  List<End> giveUp(Moment now, List<Effect> effects) {
    List<Ticket> late = new ArrayList<>();
    stragglers.forEach(
        (ticket, straggler) -> {
          if (!now.isBefore(straggler.deadline())) {
            late.add(ticket);
          }
        });
    List<End> ends = late.stream().flatMap(ticket -> ended(ticket).stream()).toList();
    for (int i = 0; i < late.size(); i++) {
      hung.abandon(late.get(i), ends.get(i).made().thing(), effects);
    }
    return ends;
  }

  private End end(Straggler straggler) {
    return new End(straggler.made(), Optional.ofNullable(waiting.remove(straggler.made().thing())));
  }

  boolean isEmpty() {
    return stragglers.isEmpty();
  }

  Optional<Moment> due() {
    Alarm earliest = new Alarm();
    stragglers.values().forEach(straggler -> earliest.noLaterThan(straggler.deadline()));
    return earliest.at();
  }
}
