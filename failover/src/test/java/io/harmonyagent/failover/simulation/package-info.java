/**
 * A deterministic world that tries to get two writers out of the failover core.
 *
 * <p>One seed decides everything: the config, the clocks, the faults and every delay. The event
 * queue is the clock. {@link io.harmonyagent.failover.simulation.Oracle} knows the true time and
 * looks at the world after every event.
 */
@NullMarked
package io.harmonyagent.failover.simulation;

import org.jspecify.annotations.NullMarked;
