package io.harmonyagent.core.manifest;

import java.util.Locale;

/** What becomes of a thing of ours that no manifest wants any longer. */
public enum OnDelete {
  /** It goes. */
  REMOVE,
  /** It stays as it is, and is nobody's. */
  KEEP,
  /** What was there before it comes back; if nothing was, it goes. */
  RESTORE;

  private final String wireName = name().toLowerCase(Locale.ROOT);

  public String wireName() {
    return wireName;
  }
}
