package io.harmonyagent.core.manifest;

/**
 * A kind that this version does not know. It is reported and never guessed at; what is owned under
 * its id stays as it is.
 */
public record UnknownSpec(String kind) implements ResourceSpec {}
