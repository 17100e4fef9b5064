package io.harmonyagent.failover.core;

/** Write the first record. */
public record CreateEvidence(
    boolean preferred,
    boolean paused,
    boolean usable,
    long sessionAgeMs,
    long waitMs,
    long configRevision)
    implements Evidence {

  @Override
  public Decision decide() {
    return new Reasons()
        .unless(preferred, Reason.Kind.NOT_PREFERRED)
        .unless(!paused, Reason.Kind.PAUSED)
        .unless(usable, Reason.Kind.DATA_NOT_USABLE)
        .moreThan(sessionAgeMs, waitMs, Reason.Kind.SESSION_TOO_YOUNG)
        .decide(Transition.CREATE);
  }
}
