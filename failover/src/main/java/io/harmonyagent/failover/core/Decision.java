package io.harmonyagent.failover.core;

import java.util.List;
import java.util.stream.Collectors;

/** A transition is granted, or refused with every reason against it. Never a silence. */
public sealed interface Decision {
  Transition transition();

  String explain();

  default boolean isGranted() {
    return this instanceof Granted;
  }

  /** All conditions held. */
  record Granted(Transition transition) implements Decision {
    @Override
    public String explain() {
      return transition + " granted";
    }
  }

  /** At least one did not. */
  record Refused(Transition transition, List<Reason> reasons) implements Decision {
    public Refused {
      Check.that(!reasons.isEmpty(), "a refusal has a reason");
    }

    @Override
    public String explain() {
      return transition
          + " refused: "
          + reasons.stream().map(Reason::text).collect(Collectors.joining("; "));
    }

    /** The same reasons, whatever their numbers: not worth a second entry in the history. */
    boolean repeats(Refused earlier) {
      if (transition != earlier.transition || reasons.size() != earlier.reasons.size()) {
        return false;
      }
      for (int i = 0; i < reasons.size(); i++) {
        if (reasons.get(i).kind() != earlier.reasons.get(i).kind()) {
          return false;
        }
      }
      return true;
    }
  }
}
