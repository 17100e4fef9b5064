package io.harmonyagent.failover.core;

import java.util.Optional;

/**
 * Everything that one site knows. Plain data; {@link Turn} is the only one that makes new ones.
 *
 * @param bootId random, from the shell: tells this run's writes from an earlier run's
 * @param onDisk what was last persisted of {@code durable}
 * @param roleSinceMs when the role was entered
 * @param rung how far the ladder has got, while FENCING
 * @param standBackUntilMs until then the other site may try: PostgreSQL failed here
 * @param followingEpoch the epoch whose holder PostgreSQL was last told to follow
 * @param forcedUntilMs until then an operator accepts the loss that a promotion may bring
 * @param writes numbers the claims
 */
public record State(
    SiteId me,
    String bootId,
    Role role,
    long roleSinceMs,
    Durable durable,
    Durable onDisk,
    Watch watch,
    Beat beat,
    Optional<Lease> lease,
    Optional<Pending> pending,
    PostgresView postgres,
    Sync sync,
    Handover handover,
    FenceRung rung,
    long standBackUntilMs,
    long followingEpoch,
    long forcedUntilMs,
    Optional<Decision.Refused> lastRefusal,
    long writes) {

  /** Before any clock reading, and far from an overflow. */
  static final long LONG_AGO_MS = Long.MIN_VALUE / 4;

  public State {
    Check.that(role.holdsLease() == lease.isPresent(), "a lease is held in a holder's role only");
  }

  /** Before the event Started. */
  public static State unborn(SiteId me, String bootId) {
    return new State(
        me,
        bootId,
        Role.FENCED,
        0,
        Durable.NOTHING,
        Durable.NOTHING,
        Watch.dead(0),
        Beat.NONE,
        Optional.empty(),
        Optional.empty(),
        PostgresView.UNOBSERVED,
        Sync.OFF,
        Handover.NONE,
        FenceRung.FAST_STOP,
        LONG_AGO_MS,
        0,
        LONG_AGO_MS,
        Optional.empty(),
        0);
  }
}
