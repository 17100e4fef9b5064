package io.harmonyagent.core.status;

import java.util.List;

/**
 * How it stands with the build of the agent that the manifest wants.
 *
 * @param version of the wanted build; empty when none is wanted
 * @param artifact the SHA-256 of its image; empty when none is wanted
 * @param reason one word for programs; empty when there is nothing to add
 * @param failed what was tried before and did not work, the newest last
 */
public record UpdateStatus(
    State state,
    String version,
    String artifact,
    String reason,
    String message,
    List<FailedBuild> failed) {
  public UpdateStatus {
    failed = List.copyOf(failed);
  }

  /** Where the wanted build is on its way. */
  public enum State {
    /** None is wanted, and whichever runs goes on. */
    NONE("None"),
    /** It is being brought here, or looked at. */
    FETCHING("Fetching"),
    /** Something outside is missing; it is tried again by itself. */
    WAITING("Waiting"),
    /** It runs, and has not shown yet that it works. */
    PROVING("Proving"),
    /** It runs. */
    CURRENT("Current"),
    /** It will not run on this device, for the reason given. */
    REFUSED("Refused");

    private final String wireName;

    State(String wireName) {
      this.wireName = wireName;
    }

    public String wireName() {
      return wireName;
    }
  }
}
