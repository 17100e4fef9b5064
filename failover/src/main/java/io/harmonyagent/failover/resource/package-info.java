/**
 * A site as a resource of the manifest: begins, changes and ends its shell.
 *
 * <p>Assumption of the package: a PostgreSQL that was guarded once is guarded or fenced until the
 * manifest no longer wants it and its fence was seen to hold.
 */
@NullMarked
package io.harmonyagent.failover.resource;

import org.jspecify.annotations.NullMarked;
