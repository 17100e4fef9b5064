package io.harmonyagent.failover.core;

/** The server's answer to a compare-and-set that found another revision than expected. */
public record ClaimEvidence(Purpose purpose, long expectedRevision, long standingRevision)
    implements Evidence {

  @Override
  public Decision decide() {
    return new Reasons()
        .unless(
            expectedRevision == standingRevision,
            Reason.Kind.CLAIM_LOST,
            standingRevision,
            expectedRevision)
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
