package io.harmonyagent.failover.core;

import java.util.Optional;

/**
 * What the current watch session has delivered, and nothing from before it: a store that lost
 * writes has also broken every session (S8), so nothing older counts as "seen unchanged".
 *
 * @param sequence the last delivered one: anything at or below it is a duplicate
 * @param judgeFromBeat an own echo counts from this beat on: it was sent after the listing ended
 * @param leaseSeenMs when the newest revision was first delivered in this session
 * @param heardMs when this session last delivered anything
 * @param configRevision the newest config that this session has delivered
 */
public record Watch(
    boolean live,
    long startedMs,
    long sequence,
    long judgeFromBeat,
    Optional<Stored> lease,
    long leaseSeenMs,
    Optional<SiteReport> peer,
    long peerSeenMs,
    long heardMs,
    long configRevision) {

  static Watch started(long nowMs) {
    return new Watch(
        true, nowMs, 0, Long.MAX_VALUE, Optional.empty(), nowMs, Optional.empty(), nowMs, nowMs, 0);
  }

  static Watch dead(long nowMs) {
    return new Watch(
        false,
        nowMs,
        0,
        Long.MAX_VALUE,
        Optional.empty(),
        nowMs,
        Optional.empty(),
        nowMs,
        nowMs,
        0);
  }

  Watch listed(long beat) {
    return new Watch(
        live,
        startedMs,
        sequence,
        beat,
        lease,
        leaseSeenMs,
        peer,
        peerSeenMs,
        heardMs,
        configRevision);
  }

  Watch delivered(long newSequence, long nowMs) {
    return new Watch(
        live,
        startedMs,
        newSequence,
        judgeFromBeat,
        lease,
        leaseSeenMs,
        peer,
        peerSeenMs,
        nowMs,
        configRevision);
  }

  /**
   * Also used for an ack: it proves the revision as well as a delivery does. But an ack has no
   * stamp of the server, so the delivery that comes after it brings it, before the next own echo.
   */
  Watch withLease(Stored stored, long nowMs) {
    if (lease.isPresent() && lease.get().revision() > stored.revision()) {
      return this;
    }
    boolean known = lease.isPresent() && lease.get().revision() == stored.revision();
    return new Watch(
        live,
        startedMs,
        sequence,
        judgeFromBeat,
        Optional.of(stored),
        known ? leaseSeenMs : nowMs,
        peer,
        peerSeenMs,
        heardMs,
        configRevision);
  }

  /**
   * The record is what this session's store had. A number alone does not tell: a store that lost
   * writes gives it to another record (S14).
   */
  boolean shows(Stored stored) {
    return lease
        .filter(
            shown ->
                shown.revision() == stored.revision()
                    && shown.lease().claim().equals(stored.lease().claim()))
        .isPresent();
  }

  Watch withConfig(long revision) {
    return new Watch(
        live,
        startedMs,
        sequence,
        judgeFromBeat,
        lease,
        leaseSeenMs,
        peer,
        peerSeenMs,
        heardMs,
        revision);
  }

  Watch withPeer(SiteReport report, long nowMs) {
    return new Watch(
        live,
        startedMs,
        sequence,
        judgeFromBeat,
        lease,
        leaseSeenMs,
        Optional.of(report),
        nowMs,
        heardMs,
        configRevision);
  }
}
