package io.harmonyagent.failover.site;

/** What a site's shell works with: its PostgreSQL and the two that make it harmless. */
public record SiteParts(Database database, Deadman deadman, Ladder ladder) {}
