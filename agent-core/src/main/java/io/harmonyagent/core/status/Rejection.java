package io.harmonyagent.core.status;

import java.time.Instant;
import java.util.Optional;

/**
 * A manifest that was not accepted; the one before it stays in force.
 *
 * @param generation of the rejected manifest, where it could be read
 * @param pointer the JSON pointer to the place; empty for the document as a whole
 */
public record Rejection(
    Optional<Long> generation, String reason, String message, String pointer, Instant at) {}
