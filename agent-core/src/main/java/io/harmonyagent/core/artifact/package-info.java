/** Contents that are too large for a manifest: what whoever needs them asks of their store. */
@NullMarked
package io.harmonyagent.core.artifact;

import org.jspecify.annotations.NullMarked;
