package io.harmonyagent.core.manifest;

/**
 * What a resource should be. One type for each kind; the kinds are words of the industry, never
 * names of tools.
 */
public sealed interface ResourceSpec permits FileSpec, UnknownSpec {
  /** The kind's name on the wire. */
  String kind();
}
