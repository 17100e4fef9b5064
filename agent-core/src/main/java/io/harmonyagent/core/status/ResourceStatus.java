package io.harmonyagent.core.status;

import java.time.Instant;
import java.util.Optional;

/**
 * What is known of one resource.
 *
 * @param since when it came into this state
 */
public record ResourceStatus(
    String kind, String specHash, Instant since, ResourceState state, Optional<Drift> lastDrift) {}
