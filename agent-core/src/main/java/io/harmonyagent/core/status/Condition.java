package io.harmonyagent.core.status;

import java.time.Instant;

/**
 * A statement about the device as a whole.
 *
 * @param reason one word for programs
 * @param message for people; empty when there is nothing to add
 * @param since when {@code holds} took its value
 */
public record Condition(Type type, boolean holds, String reason, String message, Instant since) {
  /** What can be said. */
  public enum Type {
    READY("Ready"),
    RECONCILING("Reconciling"),
    DEGRADED("Degraded"),
    /** In the local copy only: over the mesh nobody could hear it. */
    OFFLINE("Offline");

    private final String wireName;

    Type(String wireName) {
      this.wireName = wireName;
    }

    public String wireName() {
      return wireName;
    }
  }
}
