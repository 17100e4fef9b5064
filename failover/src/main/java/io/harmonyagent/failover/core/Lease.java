package io.harmonyagent.failover.core;

import java.util.Optional;

/**
 * The licence to write, by this site's own clock. It runs from the <em>send</em> of the last
 * renewal that was acked in time (S2), so the server stamped it no earlier.
 *
 * @param stored the newest record that is ours; absent only after a restart of the agent
 * @param fenceMs how long the ladder may take, under the same config as {@code holdMs}
 */
public record Lease(long epoch, Optional<Stored> stored, long sentMs, long holdMs, long fenceMs) {

  public long deadlineMs() {
    return sentMs + holdMs;
  }

  static Lease of(Stored stored, long sentMs, Timing timing) {
    return new Lease(
        stored.lease().epoch(),
        Optional.of(stored),
        sentMs,
        timing.holdMs(),
        timing.fenceTimeoutMs());
  }

  /** An earlier renewal landed after all: write on top of it, but the time does not count. */
  Lease adopting(Stored newer) {
    return new Lease(epoch, Optional.of(newer), sentMs, holdMs, fenceMs);
  }

  /**
   * A record that promises less may be stored although its ack never comes, so the promise binds
   * from its send: what was promised before may only end sooner (S6).
   */
  Lease cappedBy(Timing promised, long sendMs) {
    long deadlineMs = Math.min(deadlineMs(), sendMs + promised.holdMs());
    long cappedFenceMs = Math.min(fenceMs, promised.fenceTimeoutMs());
    return new Lease(epoch, stored, sentMs, deadlineMs - sentMs, cappedFenceMs);
  }

  long revision() {
    return stored.map(Stored::revision).orElse(0L);
  }
}
