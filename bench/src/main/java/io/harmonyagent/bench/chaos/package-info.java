/**
 * Breaks a failover cluster on real PostgreSQL, NATS and systemd while clients write, and holds
 * what they were told against what the database has afterwards.
 *
 * <p>Rests on one machine under everything: all members share its monotonic clock, so times of
 * different clients and sites may be compared.
 */
@NullMarked
package io.harmonyagent.bench.chaos;

import org.jspecify.annotations.NullMarked;
