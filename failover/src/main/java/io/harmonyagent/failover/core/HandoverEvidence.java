package io.harmonyagent.failover.core;

/**
 * Stop PostgreSQL cleanly and give the lease away, because an operator asks for it, or because
 * failback is automatic and the other site is the preferred one.
 *
 * @param coolDownMs what is left of the pause after a handover that nobody took up
 */
public record HandoverEvidence(
    boolean byOperator,
    boolean leads,
    boolean paused,
    int peerReady,
    int successThreshold,
    long peerSilentMs,
    long peerSilentMaxMs,
    boolean peerStreaming,
    long peerEpoch,
    long epoch,
    long peerLagBytes,
    long maxLagBytes,
    long coolDownMs,
    long configRevision)
    implements Evidence {

  @Override
  public Decision decide() {
    Reasons reasons =
        new Reasons()
            .unless(leads, Reason.Kind.NOT_PRIMARY)
            .atMost(peerSilentMs, peerSilentMaxMs, Reason.Kind.PEER_SILENT)
            .unless(peerStreaming, Reason.Kind.PEER_NOT_STREAMING)
            .unless(peerEpoch == epoch, Reason.Kind.NEVER_STREAMED_IN_EPOCH, peerEpoch, epoch)
            .atMost(peerLagBytes, maxLagBytes, Reason.Kind.PEER_LAGS);
    if (!byOperator) {
      reasons
          .unless(!paused, Reason.Kind.PAUSED)
          .atLeast(peerReady, successThreshold, Reason.Kind.PEER_NOT_READY)
          .atMost(coolDownMs, 0, Reason.Kind.COOLING_DOWN);
    }
    return reasons.decide(Transition.HAND_OVER);
  }
}
