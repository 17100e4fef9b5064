package io.harmonyagent.failover.fencing;

import io.harmonyagent.failover.site.DatabaseFailure;
import io.harmonyagent.failover.systemd.SystemdFailure;

/** A PostgreSQL that accepts writes only after a promotion, which is somebody else's to do. */
public interface Openable {
  /** The one step that PID 1 may refuse. */
  interface Promotion {
    void ask() throws SystemdFailure, InterruptedException;
  }

  /** Runs as a standby, then asks for the promotion; returns when writes are accepted. */
  void open(boolean waitForPeer, Promotion promotion)
      throws DatabaseFailure, SystemdFailure, InterruptedException;
}
