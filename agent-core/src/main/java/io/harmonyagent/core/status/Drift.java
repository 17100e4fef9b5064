package io.harmonyagent.core.status;

import java.time.Instant;

/** The last time that somebody else changed a resource, and what became of it. */
public record Drift(Instant at, String what, long repairedInMs) {}
