package io.harmonyagent.core.reconcile;

import io.harmonyagent.core.engine.Outcome;
import io.harmonyagent.core.engine.OwnedThing;
import io.harmonyagent.core.engine.Ownership;
import io.harmonyagent.core.engine.RestartCause;
import io.harmonyagent.core.engine.Work;
import io.harmonyagent.core.ledger.Ledger;
import io.harmonyagent.core.manifest.ManagedResource;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.manifest.ResourceSpec;
import io.harmonyagent.core.status.ResourceDetails;
import io.harmonyagent.core.status.ResourceError;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out work with the reconciler of its kind, keeping the ledger in step with the device. */
public final class Reconcilers {
  private static final Logger log = LoggerFactory.getLogger(Reconcilers.class);

  private final List<Reconciler<?, ?>> all;
  private final Ledger ledger;
  private final Records records;
  private final boolean watching;

  public Reconcilers(List<Reconciler<?, ?>> all, Ledger ledger) {
    this(all, ledger, true);
  }

  /** With {@code watching} false no reconciler gives hints: only passes find what changed. */
  public Reconcilers(List<Reconciler<?, ?>> all, Ledger ledger, boolean watching) {
    this.all = List.copyOf(all);
    this.ledger = ledger;
    this.records = new Records(ledger);
    this.watching = watching;
  }

  /** Does the work in the calling thread. Never throws: whatever happens is an outcome. */
  public Outcome perform(Work work, Attempt attempt, Consumer<ResourceId> hints) {
    try {
      attempt.checkpoint();
      return switch (work) {
        case Work.Reconcile(ManagedResource resource, boolean thorough, RestartCause restart) ->
            reconcile(resource, thorough, restart, attempt, hints);
        case Work.Remove(Ownership ownership) -> remove(ownership, attempt);
        case Work.Survey _ -> survey();
      };
    } catch (ReconcileFailure e) {
      return new Outcome.Failed(e.error(), e.retryAfter(), attempt.hasRestarted());
    } catch (NotAvailable e) {
      return new Outcome.NotAvailable(e.reason());
    } catch (IOException e) {
      return new Outcome.Failed(Records.unavailable(e));
    } catch (RuntimeException | Error e) {
      // A bug in one reconciler must not take the others with it; it shows up in the status.
      return new Outcome.Failed(defect(e));
    }
  }

  /** Looks at a resource and says what would be done about it. Changes nothing. */
  public Foresight foresee(ManagedResource resource) {
    try {
      for (Reconciler<?, ?> reconciler : all) {
        if (reconciler.specType().isInstance(resource.spec())) {
          return foresee(reconciler, resource);
        }
      }
      return new Foresight(new Decision.Refuse(notSupported(resource).error()), Optional.empty());
    } catch (ReconcileFailure e) {
      return new Foresight(new Decision.Refuse(e.error()), Optional.empty());
    } catch (NotAvailable e) {
      return new Foresight(new Decision.Blocked(e.reason()), Optional.empty());
    }
  }

  private <S extends ResourceSpec, O> Foresight foresee(
      Reconciler<S, O> reconciler, ManagedResource resource) throws ReconcileFailure, NotAvailable {
    S spec = reconciler.specType().cast(resource.spec());
    Optional<Ownership> recorded = OwnedThing.of(spec).flatMap(ledger::find);
    Target<S> target = target(resource, spec, recorded, RestartCause.none());
    O observed = reconciler.foresee(target);
    Decision decision = reconciler.decide(target, observed);
    Optional<String> obstacle =
        decision instanceof Decision.Nothing
            ? Optional.empty()
            : reconciler.obstacle(target, observed, decision);
    return new Foresight(decision, obstacle);
  }

  /** What becomes of a thing of ours that is deleted, where it is more than that it is gone. */
  public String afterDeletion(Ownership owned) {
    for (Reconciler<?, ?> reconciler : all) {
      if (reconciler.kind().equals(owned.thing().kind())) {
        return reconciler.afterDeletion(owned);
      }
    }
    return "";
  }

  /** How long the deletion of such a thing may take. */
  public Duration deletionPatience(OwnedThing thing, Duration usual) {
    for (Reconciler<?, ?> reconciler : all) {
      if (reconciler.kind().equals(thing.kind())) {
        return reconciler.deletionPatience(usual);
      }
    }
    return usual;
  }

  public void unwatch(ResourceId id) {
    all.forEach(reconciler -> reconciler.unwatch(id));
  }

  private Outcome reconcile(
      ManagedResource resource,
      boolean thorough,
      RestartCause restart,
      Attempt attempt,
      Consumer<ResourceId> hints)
      throws ReconcileFailure, NotAvailable, IOException {
    for (Reconciler<?, ?> reconciler : all) {
      if (reconciler.specType().isInstance(resource.spec())) {
        return reconcile(reconciler, resource, thorough, restart, attempt, hints);
      }
    }
    throw notSupported(resource);
  }

  private static ReconcileFailure notSupported(ManagedResource resource) {
    return new ReconcileFailure(
        "NotSupported", "this agent has no reconciler for " + resource.spec().kind());
  }

  private <S extends ResourceSpec, O> Outcome reconcile(
      Reconciler<S, O> reconciler,
      ManagedResource resource,
      boolean thorough,
      RestartCause restart,
      Attempt attempt,
      Consumer<ResourceId> hints)
      throws ReconcileFailure, NotAvailable, IOException {
    S spec = reconciler.specType().cast(resource.spec());
    RestartCause cause = reconciler.restarts() ? restart : RestartCause.none();
    try {
      return reconcile(reconciler, resource, spec, thorough, cause, attempt);
    } finally {
      // Whatever came of it; and afterwards, since what is watched may just have been made. Who
      // comes
      // too late would take the watch from the resource that the thing belongs to by now.
      if (watching && !attempt.isAbandoned()) {
        reconciler.watch(resource.id(), spec, hints);
      }
    }
  }

  private <S extends ResourceSpec, O> Outcome reconcile(
      Reconciler<S, O> reconciler,
      ManagedResource resource,
      S spec,
      boolean thorough,
      RestartCause restart,
      Attempt attempt)
      throws ReconcileFailure, NotAvailable, IOException {
    OwnedThing thing = OwnedThing.of(spec).orElseThrow();
    Optional<Ownership> recorded = ledger.find(thing);
    Target<S> target = target(resource, spec, recorded, restart);
    O observed;
    Decision decision;
    try {
      observed = reconciler.observe(target, thorough);
      decision = reconciler.decide(target, observed);
    } catch (ReconcileFailure e) {
      return new Outcome.Unseen(e.error());
    } catch (RuntimeException | Error e) {
      return new Outcome.Unseen(defect(e));
    }
    return switch (decision) {
      case Decision.Nothing _ -> inPlace(reconciler, resource, target, observed, restart, attempt);
      case Decision.Wait(var what, var lookAgainIn) -> new Outcome.Underway(what, lookAgainIn);
      case Decision.Blocked(var reason) -> new Outcome.NotAvailable(reason);
      case Decision.Refuse(var error, var retryAfter) -> new Outcome.Failed(error, retryAfter);
      case Decision.Create _ ->
          apply(reconciler, resource, target, observed, decision, "was missing", restart, attempt);
      case Decision.Update(var differences) ->
          apply(reconciler, resource, target, observed, decision, differences, restart, attempt);
      case Decision.Replace(var differences) ->
          apply(reconciler, resource, target, observed, decision, differences, restart, attempt);
    };
  }

  private <S extends ResourceSpec, O> Outcome apply(
      Reconciler<S, O> reconciler,
      ManagedResource resource,
      Target<S> target,
      O observed,
      Decision decision,
      String what,
      RestartCause restart,
      Attempt attempt)
      throws ReconcileFailure, NotAvailable, IOException {
    OwnedThing thing = OwnedThing.of(target.spec()).orElseThrow();
    attempt.remembersIn(memo -> records.remember(thing, resource, memo));
    if (!target.owned()) {
      reconciler.takeOver(target, observed, attempt);
    }
    attempt.checkpoint();
    Ownership owned = records.of(thing, resource);
    ledger.own(owned);
    Applied applied;
    try {
      applied = reconciler.apply(target.withMemo(owned.memo()), observed, decision, attempt);
    } finally {
      if (attempt.hasRestarted()) {
        records.noteStart(resource, thing, restart, attempt);
      }
    }
    boolean restarted = attempt.hasRestarted();
    return switch (applied) {
      case Applied.Done(ResourceDetails details) -> new Outcome.Changed(what, details, restarted);
      case Applied.Underway(var waitingFor, var lookAgainIn) ->
          new Outcome.Underway(waitingFor, lookAgainIn, restarted);
    };
  }

  /** A record that cannot be kept up makes nothing of what is in place wrong. */
  private <S extends ResourceSpec, O> Outcome inPlace(
      Reconciler<S, O> reconciler,
      ManagedResource resource,
      Target<S> target,
      O observed,
      RestartCause restart,
      Attempt attempt)
      throws ReconcileFailure {
    try {
      records.noteInPlace(resource, OwnedThing.of(target.spec()).orElseThrow(), restart, attempt);
    } catch (IOException e) {
      return new Outcome.Unseen(Records.unavailable(e));
    }
    return new Outcome.InPlace(reconciler.details(target, observed));
  }

  private static <S extends ResourceSpec> Target<S> target(
      ManagedResource resource, S spec, Optional<Ownership> recorded, RestartCause restart) {
    return new Target<>(
        resource.id(),
        spec,
        resource.specHash(),
        recorded.isPresent(),
        recorded.map(Ownership::memo).orElse(""),
        recorded.flatMap(ownership -> restart.reason(ownership.startedWith())));
  }

  private Outcome remove(Ownership ownership, Attempt attempt)
      throws ReconcileFailure, NotAvailable, IOException {
    Optional<Ownership> recorded = ledger.find(ownership.thing());
    if (recorded.isEmpty()) {
      return new Outcome.Removed();
    }
    OwnedThing thing = ownership.thing();
    for (Reconciler<?, ?> reconciler : all) {
      if (reconciler.kind().equals(thing.kind())) {
        attempt.checkpoint();
        reconciler.delete(recorded.get(), attempt);
        // Called off meanwhile, it may belong to another resource by now.
        attempt.checkpoint();
        ledger.disown(thing);
        return new Outcome.Removed();
      }
    }
    throw new ReconcileFailure("NotSupported", "this agent cannot delete a " + thing.kind());
  }

  /** What carries our mark and is not in the ledger is taken back into it. */
  private Outcome survey() throws IOException {
    List<Ownership> found = new ArrayList<>();
    boolean complete = true;
    for (Reconciler<?, ?> reconciler : all) {
      try {
        found.addAll(reconciler.findOwned());
      } catch (NotAvailable e) {
        complete = false;
      } catch (ReconcileFailure e) {
        complete = false;
        log.warn("cannot find out which {} are ours: {}", reconciler.kind(), e.getMessage());
      }
    }
    for (Ownership ownership : found) {
      if (ledger.find(ownership.thing()).isEmpty()) {
        log.info(
            "{} {} carries our mark and was not recorded",
            ownership.thing().kind(),
            ownership.thing().key());
        ledger.own(ownership);
      }
    }
    return new Outcome.Surveyed(found, complete);
  }

  private static ResourceError defect(Throwable e) {
    return new ResourceError("InternalError", e.toString());
  }
}
