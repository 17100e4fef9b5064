package io.harmonyagent.core.status;

/** What was observed of a resource that is in place. One type for each kind. */
public sealed interface ResourceDetails {
  /** A file: where it is and what it holds. */
  record FileDetails(String path, String sha256, long size) implements ResourceDetails {}
}
