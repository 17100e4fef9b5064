package io.harmonyagent.failover.core;

import java.util.ArrayList;
import java.util.List;

/** Collects every condition that does not hold, so that an operator sees all of them at once. */
final class Reasons {
  private final List<Reason> found = new ArrayList<>(4);

  Reasons unless(boolean holds, Reason.Kind kind, long actual, long needed) {
    if (!holds) {
      found.add(new Reason(kind, actual, needed));
    }
    return this;
  }

  Reasons unless(boolean holds, Reason.Kind kind) {
    return unless(holds, kind, 0, 0);
  }

  Reasons moreThan(long actual, long needed, Reason.Kind kind) {
    return unless(actual > needed, kind, actual, needed);
  }

  Reasons atLeast(long actual, long needed, Reason.Kind kind) {
    return unless(actual >= needed, kind, actual, needed);
  }

  Reasons atMost(long actual, long allowed, Reason.Kind kind) {
    return unless(actual <= allowed, kind, actual, allowed);
  }

  Decision decide(Transition transition) {
    return found.isEmpty()
        ? new Decision.Granted(transition)
        : new Decision.Refused(transition, List.copyOf(found));
  }
}
