package io.harmonyagent.core.engine;

import io.harmonyagent.core.manifest.ResourceId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Who has to be restarted for whom: {@code restart_on}. */
final class Restarts {
  /** Enough of a hash to tell two specs of one resource apart, and short enough for the ledger. */
  private static final int HASH_LETTERS = 16;

  private final Map<ResourceId, Track> tracks = new HashMap<>();
  private final Map<ResourceId, List<Track>> toRestart = new HashMap<>();

  void want(Collection<Track> wanted) {
    tracks.clear();
    toRestart.clear();
    for (Track track : wanted) {
      tracks.put(track.resource().id(), track);
      for (ResourceId cause : track.resource().restartOn()) {
        toRestart.computeIfAbsent(cause, _ -> new ArrayList<>()).add(track);
      }
    }
  }

  /** Those that may have to be restarted now that this resource is in place. */
  List<Track> causedBy(Track track) {
    return toRestart.getOrDefault(track.resource().id(), List.of());
  }

  RestartCause causeFor(Track track) {
    if (track.resource().restartOn().isEmpty()) {
      return RestartCause.none();
    }
    return new RestartCause(token(track), track.toRestartFor().map(ResourceId::value));
  }

  private Optional<String> token(Track track) {
    List<String> forms = new ArrayList<>();
    for (ResourceId id : track.resource().restartOn()) {
      Track cause = tracks.get(id);
      if (cause == null || !cause.isReady()) {
        return Optional.empty();
      }
      String hash = cause.resource().specHash();
      forms.add(id + "=" + hash.substring(0, Math.min(HASH_LETTERS, hash.length())));
    }
    return Optional.of(String.join(" ", forms));
  }
}
