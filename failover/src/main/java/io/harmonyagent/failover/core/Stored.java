package io.harmonyagent.failover.core;

/** A record as the store has it: the revision is its sequence in the stream. */
public record Stored(long revision, long serverTimeMs, LeaseRecord lease) {}
