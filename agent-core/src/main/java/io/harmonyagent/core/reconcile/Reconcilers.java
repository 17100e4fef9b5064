package io.harmonyagent.core.reconcile;

import io.harmonyagent.core.engine.Outcome;
import io.harmonyagent.core.engine.OwnedThing;
import io.harmonyagent.core.engine.Ownership;
import io.harmonyagent.core.engine.Work;
import io.harmonyagent.core.ledger.Ledger;
import io.harmonyagent.core.manifest.ManagedResource;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.manifest.ResourceSpec;
import io.harmonyagent.core.status.ResourceError;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Carries out work with the reconciler of its kind, keeping the ledger in step with the device. */
public final class Reconcilers {
  private final List<Reconciler<?, ?>> all;
  private final Ledger ledger;

  public Reconcilers(List<Reconciler<?, ?>> all, Ledger ledger) {
    this.all = List.copyOf(all);
    this.ledger = ledger;
  }

  /** Does the work in the calling thread. Never throws: whatever happens is an outcome. */
  public Outcome perform(Work work, Attempt attempt, Consumer<ResourceId> hints) {
    try {
      return switch (work) {
        case Work.Reconcile(ManagedResource resource, boolean thorough) ->
            reconcile(resource, thorough, attempt, hints);
        case Work.Remove(Ownership ownership) -> remove(ownership, attempt);
      };
    } catch (ReconcileFailure e) {
      return new Outcome.Failed(e.error());
    } catch (IOException e) {
      return new Outcome.Failed(
          new ResourceError("LedgerUnavailable", String.valueOf(e.getMessage())));
    } catch (RuntimeException e) {
      // A bug in one reconciler must not take the others with it; it shows up in the status.
      return new Outcome.Failed(new ResourceError("InternalError", e.toString()));
    }
  }

  public void unwatch(ResourceId id) {
    all.forEach(reconciler -> reconciler.unwatch(id));
  }

  private Outcome reconcile(
      ManagedResource resource, boolean thorough, Attempt attempt, Consumer<ResourceId> hints)
      throws ReconcileFailure, IOException {
    for (Reconciler<?, ?> reconciler : all) {
      if (reconciler.specType().isInstance(resource.spec())) {
        return reconcile(reconciler, resource, thorough, attempt, hints);
      }
    }
    throw new ReconcileFailure(
        "NotSupported", "this agent has no reconciler for " + resource.spec().kind());
  }

  private <S extends ResourceSpec, O> Outcome reconcile(
      Reconciler<S, O> reconciler,
      ManagedResource resource,
      boolean thorough,
      Attempt attempt,
      Consumer<ResourceId> hints)
      throws ReconcileFailure, IOException {
    S spec = reconciler.specType().cast(resource.spec());
    Optional<OwnedThing> thing = OwnedThing.of(spec);
    boolean owned = thing.isPresent() && ledger.owns(thing.get());
    O observed = reconciler.observe(spec, thorough);
    Decision decision = reconciler.decide(spec, observed, owned);
    Outcome outcome =
        switch (decision) {
          case Decision.Nothing _ -> new Outcome.InPlace(reconciler.details(spec));
          case Decision.Refuse(ResourceError error) -> new Outcome.Failed(error);
          case Decision.Create _, Decision.Update _ -> {
            attempt.checkpoint();
            if (thing.isPresent()) {
              ledger.own(new Ownership(thing.get(), resource.id()));
            }
            reconciler.apply(resource.id(), spec, observed, decision, attempt);
            String what = decision instanceof Decision.Update u ? u.differences() : "was missing";
            yield new Outcome.Changed(what, reconciler.details(spec));
          }
        };
    reconciler.watch(resource, spec, hints);
    return outcome;
  }

  private Outcome remove(Ownership ownership, Attempt attempt)
      throws ReconcileFailure, IOException {
    OwnedThing thing = ownership.thing();
    if (!ledger.owns(thing)) {
      return new Outcome.Removed();
    }
    for (Reconciler<?, ?> reconciler : all) {
      if (reconciler.kind().equals(thing.kind())) {
        attempt.checkpoint();
        reconciler.delete(thing, attempt);
        // Called off meanwhile, it may belong to another resource by now.
        attempt.checkpoint();
        ledger.disown(thing);
        return new Outcome.Removed();
      }
    }
    throw new ReconcileFailure("NotSupported", "this agent cannot delete a " + thing.kind());
  }
}
