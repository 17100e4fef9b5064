package io.harmonyagent.bench.chaos;

/**
 * An acknowledged write. When exactly it was committed nobody knows but the site: not before {@code
 * earliestNs}, and not after {@code latestNs}.
 *
 * @param lsn where the log stood just before it
 */
record Commit(WriteId id, Tenancy by, long lsn, long earliestNs, long latestNs) {}
