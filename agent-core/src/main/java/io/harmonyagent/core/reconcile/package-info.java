/** The port through which the engine reaches the device: one reconciler for each kind. */
@NullMarked
package io.harmonyagent.core.reconcile;

import org.jspecify.annotations.NullMarked;
