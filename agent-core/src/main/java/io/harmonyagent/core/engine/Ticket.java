package io.harmonyagent.core.engine;

/** Names one start of one piece of work, so that a late result can be told from the awaited one. */
public record Ticket(long number) {}
