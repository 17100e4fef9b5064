package io.harmonyagent.core.engine;

import io.harmonyagent.core.manifest.ResourceId;

/** That a thing on the device was made for a resource. */
public record Ownership(OwnedThing thing, ResourceId madeFor) {}
