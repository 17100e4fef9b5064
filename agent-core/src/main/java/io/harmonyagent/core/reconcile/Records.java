package io.harmonyagent.core.reconcile;

import io.harmonyagent.core.engine.OwnedThing;
import io.harmonyagent.core.engine.Ownership;
import io.harmonyagent.core.engine.RestartCause;
import io.harmonyagent.core.ledger.Ledger;
import io.harmonyagent.core.manifest.ManagedResource;
import io.harmonyagent.core.status.ResourceError;
import java.io.IOException;
import java.util.Optional;

/**
 * Keeps the ledger's records of things in step with what is done to them. Nothing is written for an
 * attempt that was abandoned: the thing may be another resource's by then, or gone.
 */
final class Records {
  private final Ledger ledger;

  Records(Ledger ledger) {
    this.ledger = ledger;
  }

  /** That the thing is this resource's; what else is known of it stays. Not written yet. */
  Ownership of(OwnedThing thing, ManagedResource resource) {
    return ledger.find(thing).orElseGet(() -> Ownership.of(thing, resource.id())).madeFor(resource);
  }

  /** A reconciler's memo of it. */
  void remember(OwnedThing thing, ManagedResource resource, String memo) throws ReconcileFailure {
    try {
      ledger.own(of(thing, resource).withMemo(memo));
    } catch (IOException e) {
      ResourceError error = unavailable(e);
      throw new ReconcileFailure(error.code(), error.message());
    }
  }

  /** It was just started, with whatever it is to be restarted for as that is now. */
  void noteStart(ManagedResource resource, OwnedThing thing, RestartCause restart, Attempt attempt)
      throws IOException, ReconcileFailure {
    if (restart.token().isPresent()) {
      attempt.checkpoint();
      ledger.own(of(thing, resource).withStartedWith(restart.token().get()));
    }
  }

  /**
   * Keeps the record true where nothing had to be done: the thing may have changed hands or order,
   * or ran before there was anything to restart it for.
   */
  void noteInPlace(
      ManagedResource resource, OwnedThing thing, RestartCause restart, Attempt attempt)
      throws IOException, ReconcileFailure {
    attempt.checkpoint();
    Optional<Ownership> recorded = ledger.find(thing);
    if (recorded.isPresent()) {
      ledger.own(recorded.get().madeFor(resource));
    }
    if (recorded.map(Ownership::startedWith).orElse("").isEmpty()) {
      noteStart(resource, thing, restart, attempt);
    }
  }

  static ResourceError unavailable(IOException e) {
    return new ResourceError("LedgerUnavailable", String.valueOf(e.getMessage()));
  }
}
