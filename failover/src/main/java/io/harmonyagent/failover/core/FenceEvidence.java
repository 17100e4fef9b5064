package io.harmonyagent.failover.core;

/**
 * Why this site fenced itself. A fence is never held up by its evidence: the decision is recorded,
 * and a refusal here means only that the history is inconsistent.
 *
 * @param deadlineMs of the lease, or of a deadman that an earlier run has left armed
 * @param foreignEpoch the highest epoch known of, by the record or from the other site
 */
public record FenceEvidence(
    FenceCause cause,
    Role role,
    int failures,
    int failureThreshold,
    long nowMs,
    long deadlineMs,
    long ownEpoch,
    long foreignEpoch,
    PostgresMode postgres)
    implements Evidence {

  @Override
  public Decision decide() {
    boolean founded =
        switch (cause) {
          case FAILURES -> failures >= failureThreshold;
          case DEADLINE -> nowMs >= deadlineMs;
          case FOREIGN_LEASE -> foreignEpoch >= ownEpoch;
          case UNEXPECTED_WRITABLE ->
              postgres == PostgresMode.WRITABLE || postgres == PostgresMode.UNKNOWN;
          case LEFT_OVER -> deadlineMs != Long.MIN_VALUE;
          case POSTGRES_UNSTABLE -> postgres == PostgresMode.STOPPED;
          case STORE_BEHIND, STOP_FAILED -> role.holdsLease();
        };
    return new Reasons().unless(founded, Reason.Kind.NO_CAUSE).decide(Transition.FENCE);
  }
}
