package io.harmonyagent.failover.core;

/**
 * PostgreSQL crashed under a lease that still runs: start it again in place? Not over and over, or
 * the other site never gets its chance.
 */
public record RestartEvidence(long epoch, long openForMs, long neededMs) implements Evidence {

  @Override
  public Decision decide() {
    return new Reasons()
        .atLeast(openForMs, neededMs, Reason.Kind.CRASHED_AGAIN)
        .decide(Transition.RESTART_IN_PLACE);
  }
}
