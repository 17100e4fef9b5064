package io.harmonyagent.reconcilers.container;

import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.ReconcileFailure;

/** What is remembered of a container while one attempt works on it; on disk whenever it changes. */
final class Notes {
  private final Attempt attempt;
  private ContainerMemo memo;

  Notes(ContainerMemo memo, Attempt attempt) {
    this.memo = memo;
    this.attempt = attempt;
  }

  ContainerMemo memo() {
    return memo;
  }

  void remember(ContainerMemo next) throws ReconcileFailure {
    if (!next.equals(memo)) {
      attempt.remember(next.format());
      memo = next;
    }
  }
}
