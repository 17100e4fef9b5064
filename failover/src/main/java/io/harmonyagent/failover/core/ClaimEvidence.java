package io.harmonyagent.failover.core;

/**
 * An answer to a compare-and-set that does not give what was asked for: it found another revision
 * than expected, or it came too late to count (S2, S3).
 *
 * @param standingRevision what the write found
 * @param tookMs from the send to the answer
 * @param givenUp the write was already taken as unknown
 */
public record ClaimEvidence(
    Purpose purpose,
    long expectedRevision,
    long standingRevision,
    long tookMs,
    long withinMs,
    boolean givenUp)
    implements Evidence {

  @Override
  public Decision decide() {
    return new Reasons()
        .unless(
            expectedRevision == standingRevision,
            Reason.Kind.CLAIM_LOST,
            standingRevision,
            expectedRevision)
        .unless(tookMs < withinMs, Reason.Kind.CLAIM_LATE, tookMs, withinMs)
        .unless(!givenUp, Reason.Kind.CLAIM_GIVEN_UP)
        .decide(transition());
  }

  private Transition transition() {
    return switch (purpose) {
      case RENEW -> Transition.RENEW;
      case CREATE -> Transition.CREATE;
      case PROMOTE -> Transition.PROMOTE;
      case TAKE -> Transition.TAKE;
      case RECLAIM -> Transition.RECLAIM;
      case RELEASE -> Transition.RELEASE;
    };
  }
}
