package io.harmonyagent.failover.core;

/** An operator asks for something before this site has seen any config. */
public record NoConfigEvidence(Transition asked) implements Evidence {
  @Override
  public Decision decide() {
    return new Reasons().unless(false, Reason.Kind.NO_CONFIG).decide(asked);
  }
}
