package io.harmonyagent.failover.core;

/** What an observation of PostgreSQL found. */
public enum PostgresMode {
  STOPPED,
  STANDBY,
  WRITABLE,
  /** Could not be observed: treated as the worst of the three. */
  UNKNOWN
}
