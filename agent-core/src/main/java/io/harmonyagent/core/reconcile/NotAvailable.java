package io.harmonyagent.core.reconcile;

/**
 * What a kind needs of the device is not there: no container runtime, no service manager. No
 * failure of the resource, which waits until it appears.
 */
public final class NotAvailable extends Exception {
  private static final long serialVersionUID = 1L;

  /** The reason names what is missing and where it was looked for. */
  public NotAvailable(String reason) {
    super(reason);
  }

  public String reason() {
    return String.valueOf(getMessage());
  }
}
