package io.harmonyagent.core.engine;

import io.harmonyagent.core.status.ResourceError;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Work that was abandoned and has not ended, as at a file system that does not answer. Nobody waits
 * for it, and nothing new is begun at its thing before it ends: each further try would cost a
 * thread that hangs beside it, until none is left for anybody.
 */
final class Hung {
  /** What whoever has to wait for one of them says. */
  static final ResourceError ERROR =
      new ResourceError(
          "DeadlineExceeded",
          "an earlier try still hangs in the device, as at a file system or service that does not"
              + " answer; it is tried again as soon as that one ends");

  /**
   * One of them has ended.
   *
   * @param waiting the resource that wants that thing and had to wait
   */
  record End(OwnedThing thing, Optional<Track> waiting) {}

  private final Map<Ticket, OwnedThing> hung = new HashMap<>();
  private final Map<OwnedThing, Track> waiting = new HashMap<>();

  /** Waits for it no longer. That it ends is told as ever. */
  void abandon(Ticket ticket, OwnedThing thing, List<Effect> effects) {
    hung.put(ticket, thing);
    effects.add(new Effect.Abandon(ticket));
  }

  boolean areAt(OwnedThing thing) {
    return !hung.isEmpty() && hung.containsValue(thing);
  }

  /** Whether this resource has to wait for one of them; {@link End} tells when it may go on. */
  boolean makeWait(Track track) {
    if (hung.isEmpty()) {
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

  /** Nothing if this was none of them. */
  Optional<End> ended(Ticket ticket) {
    return Optional.ofNullable(hung.remove(ticket))
        .map(thing -> new End(thing, Optional.ofNullable(waiting.remove(thing))));
  }
}
