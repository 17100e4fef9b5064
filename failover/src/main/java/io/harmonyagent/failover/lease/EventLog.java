package io.harmonyagent.failover.lease;

/** Where the flight recorder's entries go in the mesh. */
@FunctionalInterface
public interface EventLog {
  /** Waits for the mesh, for a few seconds at most; whether it has the entry now. */
  boolean append(byte[] entry) throws InterruptedException;
}
