package io.harmonyagent.failover.core;

/** The record names the other site, seen at an own echo and not before: following may rewind. */
public record FollowEvidence(long revision, long epoch, SiteId holder, SiteId me)
    implements Evidence {

  @Override
  public Decision decide() {
    return new Reasons()
        .unless(!holder.equals(me), Reason.Kind.NOT_PRIMARY)
        .decide(Transition.FOLLOW);
  }
}
