package io.harmonyagent.failover.systemd;

/** PID 1 did not do it, or did not say so in time; the message says which. */
public final class SystemdFailure extends Exception {
  private static final long serialVersionUID = 1;

  public SystemdFailure(String message) {
    super(message);
  }

  public String sentence() {
    return String.valueOf(getMessage());
  }
}
