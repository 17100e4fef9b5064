/**
 * The PostgreSQL of a site: its files, roles, unit and life as primary or standby. Its data
 * directory says "standby" whenever it rests, so nothing that starts it makes it writable.
 */
@NullMarked
package io.harmonyagent.failover.postgres;

import org.jspecify.annotations.NullMarked;
