package io.harmonyagent.core.manifest;

/**
 * Where a container's image comes from.
 *
 * @param reference with its registry, and with a tag or a digest
 */
public record ImageSource(String reference, Pull pull) {
  /** When the registry is asked. */
  public enum Pull {
    /** When the device does not have it. */
    MISSING,
    /** Now and then, so that a tag that was moved is followed. */
    ALWAYS,
    /** Never: somebody else puts it onto the device. */
    NEVER
  }

  /** Whether what it names can change. */
  public boolean isByTag() {
    return reference.indexOf('@') < 0;
  }
}
