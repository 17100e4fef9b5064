package io.harmonyagent.failover.core;

import java.util.Set;

/** What a site is. Only {@link #holdsLease()} roles may have a PostgreSQL that accepts writes. */
public enum Role {
  /** Follows the site that the record names, reports itself, and judges at its own echo. */
  STANDBY,
  /** PostgreSQL is verified to accept nothing. Every boot begins here. */
  FENCED,
  /** The lease is acknowledged; PostgreSQL is on its way to accept writes. */
  OPENING,
  /** Holds the lease and accepts writes. */
  PRIMARY,
  /** Stops PostgreSQL cleanly in order to give the lease away. */
  DEMOTING,
  /** Gave the lease away; waits to see who takes it. */
  RELEASED,
  /** The ladder runs; nothing is claimed about PostgreSQL until its end was observed. */
  FENCING,
  /** The store has lost what this site saw. No claims until an operator says so. */
  SAFE;

  public boolean holdsLease() {
    return this == OPENING || this == PRIMARY || this == DEMOTING;
  }

  /** The whole state machine. A step that makes any other move is a bug and stops the agent. */
  public boolean mayBecome(Role next) {
    return next == this || successors().contains(next);
  }

  public Set<Role> successors() {
    return switch (this) {
      case STANDBY -> Set.of(OPENING, FENCING, SAFE);
      case FENCED -> Set.of(STANDBY, OPENING, FENCING, SAFE);
      case OPENING -> Set.of(PRIMARY, FENCING);
      case PRIMARY -> Set.of(OPENING, DEMOTING, FENCING);
      case DEMOTING -> Set.of(RELEASED, FENCING);
      case RELEASED -> Set.of(STANDBY, OPENING, FENCING, SAFE);
      case FENCING -> Set.of(FENCED, SAFE);
      case SAFE -> Set.of(FENCED, STANDBY, FENCING);
    };
  }
}
