package io.harmonyagent.core.reconcile;

import io.harmonyagent.core.status.ResourceError;

/** A device that did not let itself be observed or changed. The engine tries again later. */
public final class ReconcileFailure extends Exception {
  private static final long serialVersionUID = 1L;

  private final String code;

  public ReconcileFailure(String code, String message) {
    super(message);
    this.code = code;
  }

  public ResourceError error() {
    return new ResourceError(code, String.valueOf(getMessage()));
  }
}
