package io.harmonyagent.failover.core;

/** For people who read the history. Decisions never depend on it. */
public enum LeaseStatus {
  HEALTHY,
  OPENING,
  DEMOTING,
  RELEASED
}
