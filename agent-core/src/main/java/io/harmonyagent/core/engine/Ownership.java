package io.harmonyagent.core.engine;

import io.harmonyagent.core.manifest.ResourceId;

/**
 * That a thing on the device was made for a resource.
 *
 * <p>Equality is written out: what the compiler would generate runs far slower in a native image
 * (adr/0004), and this is asked for with every look at every resource.
 */
public record Ownership(OwnedThing thing, ResourceId madeFor) {

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof Ownership that
            && thing.equals(that.thing)
            && madeFor.equals(that.madeFor));
  }

  @Override
  public int hashCode() {
    return 31 * thing.hashCode() + madeFor.hashCode();
  }
}
