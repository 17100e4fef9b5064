/** What stops PostgreSQL for certain, and what fences without the agent. */
@NullMarked
package io.harmonyagent.failover.fencing;

import org.jspecify.annotations.NullMarked;
