package io.harmonyagent.failover.core;

/** A failover member, for example {@code site-a-basement}. */
public record SiteId(String value) {
  private static final int LENGTH_MAX = 64;

  public SiteId {
    if (value.isBlank() || value.length() > LENGTH_MAX) {
      throw new IllegalArgumentException(
          "a site id has 1 to " + LENGTH_MAX + " characters, not '" + value + "'");
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
