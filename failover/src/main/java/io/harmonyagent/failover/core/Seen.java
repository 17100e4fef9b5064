package io.harmonyagent.failover.core;

import java.util.Optional;

/** The furthest that this site has ever seen the store: the yardstick for "it went backwards". */
public record Seen(long epoch, Optional<SiteId> holder, long revision, long sequence) {
  public static final Seen NOTHING = new Seen(0, Optional.empty(), 0, 0);

  Seen plus(Stored stored) {
    if (stored.revision() <= revision) {
      return this;
    }
    boolean newer = stored.lease().epoch() > epoch;
    return new Seen(
        newer ? stored.lease().epoch() : epoch,
        newer ? Optional.of(stored.lease().siteId()) : holder,
        stored.revision(),
        Math.max(sequence, stored.revision()));
  }

  Seen plusSequence(long delivered) {
    return delivered <= sequence ? this : new Seen(epoch, holder, revision, delivered);
  }
}
