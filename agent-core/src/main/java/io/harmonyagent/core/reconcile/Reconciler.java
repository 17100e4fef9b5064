package io.harmonyagent.core.reconcile;

import io.harmonyagent.core.engine.OwnedThing;
import io.harmonyagent.core.manifest.ManagedResource;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.manifest.ResourceSpec;
import io.harmonyagent.core.status.ResourceDetails;
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

  /** Looks, and changes nothing. {@code thorough} trusts nothing remembered of earlier looks. */
  O observe(S spec, boolean thorough) throws ReconcileFailure;

  /** Compares. Pure: the same arguments give the same decision. */
  Decision decide(S spec, O observed, boolean owned);

  /** Carries out a decision other than {@link Decision.Nothing}, changing the least. */
  void apply(ResourceId id, S spec, O observed, Decision decision, Attempt attempt)
      throws ReconcileFailure;

  /** What to report of a resource that is in place. */
  ResourceDetails details(S spec);

  /** Deletes a thing that is ours; that it is gone already is a success. */
  void delete(OwnedThing thing, Attempt attempt) throws ReconcileFailure;

  /** From now on says when something may have happened to this resource: a hint, no promise. */
  void watch(ManagedResource resource, S spec, Consumer<ResourceId> hints);

  /** Stops watching a resource. */
  void unwatch(ResourceId id);
}
