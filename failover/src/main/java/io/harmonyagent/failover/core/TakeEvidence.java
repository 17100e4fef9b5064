package io.harmonyagent.failover.core;

/**
 * Take a released lease. Its last holder has verified that its PostgreSQL stopped before it wrote
 * the release, so no clock is needed against it (S9); the log must be here up to its end.
 *
 * <p>Not held up by {@code paused}: somebody has to finish what was begun.
 *
 * @param releasedByMe the releaser takes back only what was on offer for {@code waitMs}
 * @param forced an operator accepts that the end of the log is not here
 */
public record TakeEvidence(
    long revision,
    long epoch,
    boolean releasedByMe,
    boolean usable,
    long timeline,
    long leaseTimeline,
    long streamedEpoch,
    long replayedLsn,
    long finalLsn,
    long sessionAgeMs,
    long unchangedMs,
    long waitMs,
    long configRevision,
    boolean forced)
    implements Evidence {

  @Override
  public Decision decide() {
    Reasons reasons =
        new Reasons()
            .unless(usable, Reason.Kind.DATA_NOT_USABLE)
            .moreThan(sessionAgeMs, waitMs, Reason.Kind.SESSION_TOO_YOUNG);
    if (!forced) {
      judgeLog(reasons);
    }
    return reasons.decide(Transition.TAKE);
  }

  private void judgeLog(Reasons reasons) {
    reasons
        .unless(timeline == leaseTimeline, Reason.Kind.WRONG_TIMELINE, timeline, leaseTimeline)
        .atLeast(replayedLsn, finalLsn, Reason.Kind.NOT_REPLAYED);
    if (releasedByMe) {
      reasons.moreThan(unchangedMs, waitMs, Reason.Kind.STILL_OFFERED);
    } else {
      reasons.unless(
          streamedEpoch == epoch, Reason.Kind.NEVER_STREAMED_IN_EPOCH, streamedEpoch, epoch);
    }
  }
}
