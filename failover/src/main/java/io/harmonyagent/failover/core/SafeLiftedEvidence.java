package io.harmonyagent.failover.core;

/** An operator accepts the store as it is. Nothing else leads out of SAFE. */
public record SafeLiftedEvidence(boolean safe, long seenRevision, long storeRevision)
    implements Evidence {

  @Override
  public Decision decide() {
    return new Reasons().unless(safe, Reason.Kind.NOT_SAFE).decide(Transition.LEAVE_SAFE);
  }
}
