/**
 * The records of a failover cluster in the mesh: how they are written, compared-and-set and
 * watched. Knows NATS and the records, decides nothing.
 *
 * <p>Assumption of the package: a connection that was lost is never used again. A client that
 * reconnects by itself could send, after a partition, what it had kept from before (A5 of {@code
 * docs/failover-safety.md}).
 */
@NullMarked
package io.harmonyagent.failover.lease;

import org.jspecify.annotations.NullMarked;
