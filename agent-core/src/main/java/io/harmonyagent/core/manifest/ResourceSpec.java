package io.harmonyagent.core.manifest;

import java.time.Duration;

/**
 * What a resource should be. One type for each kind; the kinds are words of the industry, never
 * names of tools.
 */
public sealed interface ResourceSpec
    permits FileSpec, ContainerSpec, SystemdUnitSpec, PostgresSiteSpec, UnknownSpec {
  /** The kind's name on the wire. */
  String kind();

  /** The longest that one try at it may take in all, where {@code usual} is that of most. */
  default Duration patience(Duration usual) {
    return usual;
  }
}
