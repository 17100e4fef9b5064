package io.harmonyagent.failover.core;

/**
 * Renew a lease that still names this fenced site, and only then open PostgreSQL.
 *
 * @param sessionAgeMs S8: a store that lost another site's lease broke this session
 * @param standBackMs what is left of the time in which a site whose PostgreSQL failed lets the
 *     other one try
 */
public record ReclaimEvidence(
    long revision,
    long epoch,
    boolean paused,
    boolean usable,
    int successes,
    int successThreshold,
    long sessionAgeMs,
    long waitMs,
    long standBackMs,
    long configRevision)
    implements Evidence {

  @Override
  public Decision decide() {
    return new Reasons()
        .unless(!paused, Reason.Kind.PAUSED)
        .unless(usable, Reason.Kind.DATA_NOT_USABLE)
        .atLeast(successes, successThreshold, Reason.Kind.TOO_FEW_SUCCESSES)
        .moreThan(sessionAgeMs, waitMs, Reason.Kind.SESSION_TOO_YOUNG)
        .atMost(standBackMs, 0, Reason.Kind.STANDING_BACK)
        .decide(Transition.RECLAIM);
  }
}
