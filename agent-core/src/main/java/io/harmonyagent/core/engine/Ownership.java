package io.harmonyagent.core.engine;

import io.harmonyagent.core.manifest.ManagedResource;
import io.harmonyagent.core.manifest.ResourceId;
import java.util.List;

/**
 * That a thing on the device was made for a resource, and what has to be known of it once that
 * resource is no longer in any manifest.
 *
 * <p>Equality is written out: what the compiler would generate runs far slower in a native image
 * (adr/0004), and this is asked for with every look at every resource.
 *
 * @param dependsOn what the resource needed, so that this is deleted before those are
 * @param memo what its reconciler asked to remember of it, in a form of its own; empty at first
 * @param startedWith which {@code restart_on} resources it was last started with, and in what form
 */
public record Ownership(
    OwnedThing thing,
    ResourceId madeFor,
    List<ResourceId> dependsOn,
    String memo,
    String startedWith) {
  public Ownership {
    dependsOn = List.copyOf(dependsOn);
  }

  public static Ownership of(OwnedThing thing, ResourceId madeFor) {
    return new Ownership(thing, madeFor, List.of(), "", "");
  }

  /** The same thing, now made for this resource. */
  public Ownership madeFor(ManagedResource resource) {
    return new Ownership(thing, resource.id(), resource.dependsOn(), memo, startedWith);
  }

  public Ownership withMemo(String newMemo) {
    return new Ownership(thing, madeFor, dependsOn, newMemo, startedWith);
  }

  public Ownership withStartedWith(String token) {
    return new Ownership(thing, madeFor, dependsOn, memo, token);
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof Ownership that
            && thing.equals(that.thing)
            && madeFor.equals(that.madeFor)
            && memo.equals(that.memo)
            && startedWith.equals(that.startedWith)
            && dependsOn.equals(that.dependsOn));
  }

  @Override
  public int hashCode() {
    return 31 * thing.hashCode() + madeFor.hashCode();
  }
}
