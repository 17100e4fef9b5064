package io.harmonyagent.failover.core;

/** The identity of one write of the record, so that its writer knows it again. */
public record Claim(SiteId site, String bootId, long number) {}
