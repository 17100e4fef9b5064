package io.harmonyagent.failover.core;

/** Whether the lease goes back to the preferred site by itself. */
public enum FailbackMode {
  AUTO,
  MANUAL
}
