package io.harmonyagent.core.engine;

import java.util.Optional;

/**
 * What is known of the resources that a resource is to be restarted for.
 *
 * <p>The token says in what form each of them is in place. It is recorded with every start, so that
 * a changed one leads to one restart, also if the agent or the power went away in between.
 *
 * @param token absent while one of them is not in place: then a restart would come too early
 * @param repaired one of them that somebody had changed by hand and that was put right since
 */
public record RestartCause(Optional<String> token, Optional<String> repaired) {
  private static final RestartCause NONE = new RestartCause(Optional.empty(), Optional.empty());

  public static RestartCause none() {
    return NONE;
  }

  /** Why a thing that was last started with {@code startedWith} has to be started again. */
  public Optional<String> reason(String startedWith) {
    if (repaired.isPresent()) {
      return repaired.map(id -> id + " was repaired");
    }
    if (token.isEmpty() || startedWith.isEmpty() || token.get().equals(startedWith)) {
      return Optional.empty();
    }
    for (String entry : token.get().split(" ", -1)) {
      if (!(" " + startedWith + " ").contains(" " + entry + " ")) {
        return Optional.of(entry.substring(0, entry.indexOf('=')) + " changed");
      }
    }
    return Optional.empty();
  }
}
