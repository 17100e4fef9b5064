package io.harmonyagent.agent.daemon;

import io.harmonyagent.core.reconcile.Reconciler;
import io.harmonyagent.failover.resource.PostgresSiteReconciler;
import java.util.List;

/**
 * The kinds of resources that this agent knows: a reconciler for each.
 *
 * @param sites one of them, which operators ask directly too
 */
record Kinds(List<Reconciler<?, ?>> all, PostgresSiteReconciler sites) {
  /** Nothing is asked of them any more. */
  void close() {
    all.forEach(Reconciler::close);
  }
}
