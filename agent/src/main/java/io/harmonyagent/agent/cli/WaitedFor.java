package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.document.Reading;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.Condition;
import io.harmonyagent.core.status.Rejection;
import java.util.Optional;

/**
 * What {@code wait --for} waits for. A status counts only if the device knows what is wanted of it:
 * one from before says how it was.
 *
 * @param type absent for Converged
 */
record WaitedFor(Optional<Condition.Type> type, boolean value) {
  private static final String CONVERGED = "Converged";

  static WaitedFor parse(String state) throws UserError {
    if (state.equals(CONVERGED)) {
      return new WaitedFor(Optional.empty(), true);
    }
    int equals = state.indexOf('=');
    String name = equals < 0 ? state : state.substring(0, equals);
    String value = equals < 0 ? "True" : state.substring(equals + 1);
    for (Condition.Type type : Condition.Type.values()) {
      boolean known = type != Condition.Type.OFFLINE && type.wireName().equals(name);
      if (known && (value.equals("True") || value.equals("False"))) {
        return new WaitedFor(Optional.of(type), value.equals("True"));
      }
    }
    throw UserError.badInput(
        "--for=" + state + " is not known: Converged, Ready, Reconciling, Degraded, Ready=False …");
  }

  /** Converged is to be what is wanted, so something must be. */
  boolean needsManifest() {
    return type.isEmpty();
  }

  static Optional<Long> generation(Optional<Node> manifest) throws InvalidDocument {
    return manifest.isEmpty()
        ? Optional.empty()
        : Reading.start().root(manifest.get()).optionalInteger("generation");
  }

  /** True if it is so, false if it will not be, as it stands; nothing if that is open. */
  Optional<Boolean> judge(AgentStatus status, Optional<Long> wanted) {
    long generation = wanted.orElse(0L);
    boolean accepted = status.manifestGeneration() >= generation;
    boolean rejected =
        !accepted
            && status
                .rejected()
                .flatMap(Rejection::generation)
                .filter(each -> each == generation)
                .isPresent();
    if (status.stoppedAt().isPresent()) {
      return Optional.empty();
    }
    boolean isOfTheAccepted = type.filter(each -> each != Condition.Type.READY).isEmpty() && value;
    if (rejected && isOfTheAccepted) {
      return Optional.of(false);
    }
    return (accepted || rejected) && holds(status) ? Optional.of(true) : Optional.empty();
  }

  private boolean holds(AgentStatus status) {
    return type.map(each -> status.holds(each) == value)
        .orElseGet(() -> status.hasConverged(status.manifestGeneration()));
  }
}
