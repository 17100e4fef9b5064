package io.harmonyagent.core.status;

/** What was observed of a resource that is in place. One type for each kind. */
public sealed interface ResourceDetails {
  /**
   * A file: where it is and what it holds.
   *
   * <p>Equality is written out, as in {@link io.harmonyagent.core.manifest.ResourceId}.
   */
  record FileDetails(String path, String sha256, long size) implements ResourceDetails {
    @Override
    public boolean equals(Object other) {
      return this == other
          || (other instanceof FileDetails that
              && size == that.size
              && sha256.equals(that.sha256)
              && path.equals(that.path));
    }

    @Override
    public int hashCode() {
      return 31 * path.hashCode() + sha256.hashCode();
    }
  }
}
