package io.harmonyagent.core.reconcile;

import io.harmonyagent.core.engine.Ownership;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.manifest.ResourceSpec;
import io.harmonyagent.core.status.ResourceDetails;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Keeps resources of one kind in place. It looks, compares and changes; what follows from the
 * result (status, retries, order) is the engine's part.
 *
 * @param <S> the kind's spec
 * @param <O> what an observation of it yields
 */
public interface Reconciler<S extends ResourceSpec, O> {
  Class<S> specType();

  /** The kind's name on the wire. */
  String kind();

  /** Whether its things run, so that a change of something else can be a reason to restart them. */
  default boolean restarts() {
    return true;
  }

  /** Looks, and changes nothing. {@code thorough} trusts nothing remembered of earlier looks. */
  O observe(Target<S> target, boolean thorough) throws ReconcileFailure, NotAvailable;

  /**
   * Looks for a plan: with eyes that do not do the work. Where what is kept in place lives in the
   * agent that is at work, that one is not seen, and the ledger has to do.
   */
  default O foresee(Target<S> target) throws ReconcileFailure, NotAvailable {
    return observe(target, true);
  }

  /** Compares. Pure: the same arguments give the same decision. */
  Decision decide(Target<S> target, O observed);

  /**
   * Right before the ledger says for the first time that a thing is ours: what {@link
   * Attempt#remember} is given here is recorded in the same stroke.
   */
  default void takeOver(Target<S> target, O observed, Attempt attempt)
      throws ReconcileFailure, NotAvailable {}

  /** Carries out a decision to create, update or replace, changing the least. */
  Applied apply(Target<S> target, O observed, Decision decision, Attempt attempt)
      throws ReconcileFailure, NotAvailable;

  /** What to report of a resource that was seen to be in place. */
  ResourceDetails details(Target<S> target, O observed);

  /** Deletes a thing that is ours; that it is gone already is a success. */
  void delete(Ownership owned, Attempt attempt) throws ReconcileFailure, NotAvailable;

  /** How long a deletion may take; {@code usual} is what any other work may. */
  default Duration deletionPatience(Duration usual) {
    return usual;
  }

  /** What becomes of it then, in a few words; empty where it is simply gone. */
  default String afterDeletion(Ownership owned) {
    return "";
  }

  /** What the device itself says is ours, where things can carry a mark; for a lost ledger. */
  default List<Ownership> findOwned() throws ReconcileFailure, NotAvailable {
    return List.of();
  }

  /** Why carrying out this decision would fail, as far as that can be seen beforehand. */
  default Optional<String> obstacle(Target<S> target, O observed, Decision decision)
      throws ReconcileFailure, NotAvailable {
    return Optional.empty();
  }

  /** From now on says when something may have happened to this resource: a hint, no promise. */
  void watch(ResourceId id, S spec, Consumer<ResourceId> hints);

  /** Stops watching a resource. */
  void unwatch(ResourceId id);

  /** Nothing is asked of it any more: lets go of connections and of whatever listens. */
  default void close() {}
}
