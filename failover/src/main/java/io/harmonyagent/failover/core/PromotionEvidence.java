package io.harmonyagent.failover.core;

/**
 * Claim a lease over the head of a silent holder. Asked at the echo of an own report, when either
 * clock calls the record stale; granted only if both do (S3), so one lying clock promotes nobody.
 *
 * @param leaseServerTimeMs t_p: the server's stamp of the record
 * @param echoServerTimeMs t_r: the server's stamp of the own report
 * @param leaseSeenMs when this watch session first delivered the revision, by the own clock
 * @param forced an operator accepts the loss: only the clocks and the compare-and-set count
 */
public record PromotionEvidence(
    long revision,
    long leaseServerTimeMs,
    long echoServerTimeMs,
    long leaseSeenMs,
    long nowMs,
    long waitMs,
    long configRevision,
    Eligibility eligibility,
    boolean paused,
    boolean forced)
    implements Evidence {

  @Override
  public Decision decide() {
    Reasons reasons =
        new Reasons()
            .moreThan(
                echoServerTimeMs - leaseServerTimeMs, waitMs, Reason.Kind.SERVER_CLOCK_NOT_STALE)
            .moreThan(nowMs - leaseSeenMs, waitMs, Reason.Kind.LOCAL_CLOCK_NOT_STALE);
    if (forced) {
      reasons.unless(eligibility.usable(), Reason.Kind.DATA_NOT_USABLE);
    } else {
      reasons.unless(!paused, Reason.Kind.PAUSED);
      eligibility.judge(reasons);
    }
    return reasons.decide(Transition.PROMOTE);
  }
}
