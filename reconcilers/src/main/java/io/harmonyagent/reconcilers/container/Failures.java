package io.harmonyagent.reconcilers.container;

import io.harmonyagent.core.reconcile.NotAvailable;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import io.harmonyagent.reconcilers.container.podman.PodmanException;

/** Puts what podman says, or fails to say, into a code for programs and a sentence for people. */
final class Failures {
  private Failures() {}

  /** {@code code} is for when podman heard us and said no. */
  static ReconcileFailure of(String code, String doing, PodmanException e) throws NotAvailable {
    return switch (e) {
      case PodmanException.Unreachable _ -> throw notAvailable(e);
      case PodmanException.Refused _ -> new ReconcileFailure(code, doing + ": " + e.getMessage());
      case PodmanException.TimedOut _ ->
          new ReconcileFailure("RuntimeTimeout", doing + ": " + e.getMessage());
      case PodmanException.Interrupted _ ->
          new ReconcileFailure("Abandoned", doing + ": " + e.getMessage());
      case PodmanException _ -> new ReconcileFailure("RuntimeError", doing + ": " + e.getMessage());
    };
  }

  static NotAvailable notAvailable(PodmanException e) {
    return new NotAvailable("container runtime not available (" + e.getMessage() + ")");
  }
}
