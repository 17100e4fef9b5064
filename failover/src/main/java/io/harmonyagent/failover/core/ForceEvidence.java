package io.harmonyagent.failover.core;

/** An operator's order to take over with what this site has. The clocks still decide when. */
public record ForceEvidence(Role role) implements Evidence {
  @Override
  public Decision decide() {
    return new Reasons()
        .unless(!role.holdsLease() && role != Role.SAFE, Reason.Kind.ROLE_DOES_NOT_ALLOW)
        .decide(Transition.FORCE_FAILOVER);
  }
}
