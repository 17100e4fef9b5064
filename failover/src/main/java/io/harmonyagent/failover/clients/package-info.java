/**
 * Tells load balancers which site clients may write to, and which they may read from.
 *
 * <p>Assumption of the package: an answer is a hint that is old when it arrives. What keeps a
 * client from writing at the wrong site is the fence, not this.
 */
@NullMarked
package io.harmonyagent.failover.clients;

import org.jspecify.annotations.NullMarked;
