package io.harmonyagent.failover.core;

/** What a commit waits for. */
public enum ReplicationMode {
  ASYNC,
  /** Waits for the replica while it streams. */
  SYNC,
  /** Never stops waiting. */
  SYNC_STRICT;

  public boolean isSynchronous() {
    return this != ASYNC;
  }
}
