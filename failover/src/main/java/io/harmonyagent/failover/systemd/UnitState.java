package io.harmonyagent.failover.systemd;

/** A unit as PID 1 sees it. */
public record UnitState(String active, String sub, String controlGroup, long mainPid) {

  /** Nothing of it runs, and nothing is about to. */
  public boolean isDown() {
    return active.equals("inactive") || active.equals("failed");
  }

  public boolean isUp() {
    return active.equals("active");
  }
}
