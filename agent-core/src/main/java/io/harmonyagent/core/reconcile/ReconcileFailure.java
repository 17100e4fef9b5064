package io.harmonyagent.core.reconcile;

import io.harmonyagent.core.status.ResourceError;
import java.time.Duration;
import java.util.Optional;

/** A device that did not let itself be observed or changed. The engine tries again later. */
public final class ReconcileFailure extends Exception {
  private static final long serialVersionUID = 1L;

  private final String code;
  private final transient Optional<Duration> retryAfter;

  public ReconcileFailure(String code, String message) {
    this(new ResourceError(code, message), Optional.empty());
  }

  /** {@code retryAfter} where the reconciler knows better than the backoff. */
  public ReconcileFailure(ResourceError error, Optional<Duration> retryAfter) {
    super(error.message());
    this.code = error.code();
    this.retryAfter = retryAfter;
  }

  public ResourceError error() {
    return new ResourceError(code, String.valueOf(getMessage()));
  }

  public Optional<Duration> retryAfter() {
    return retryAfter;
  }
}
