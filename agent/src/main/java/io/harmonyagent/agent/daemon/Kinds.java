package io.harmonyagent.agent.daemon;

import io.harmonyagent.core.reconcile.Reconciler;
import java.util.List;

/** The kinds of resources that this agent knows: a reconciler for each. */
record Kinds(List<Reconciler<?, ?>> all) {
  /** Nothing is asked of them any more. */
  void close() {
    all.forEach(Reconciler::close);
  }
}
