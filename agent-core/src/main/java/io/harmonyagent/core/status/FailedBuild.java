package io.harmonyagent.core.status;

import java.time.Instant;

/**
 * A build of the agent that did not work on this device, and is not tried again.
 *
 * @param artifact the SHA-256 of its image
 * @param reason one word for programs
 */
public record FailedBuild(
    String version, String artifact, String reason, String message, Instant at) {}
