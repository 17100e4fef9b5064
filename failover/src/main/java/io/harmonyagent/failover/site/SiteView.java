package io.harmonyagent.failover.site;

import io.harmonyagent.failover.core.Lease;
import io.harmonyagent.failover.core.LeaseRecord;
import io.harmonyagent.failover.core.PostgresMode;
import io.harmonyagent.failover.core.PostgresView;
import io.harmonyagent.failover.core.Role;
import io.harmonyagent.failover.core.SiteId;
import io.harmonyagent.failover.core.State;
import io.harmonyagent.failover.core.Stored;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a site tells of itself, to its status, to load balancers and to people.
 *
 * @param leader whom the newest record names; empty when it was released, or none was seen
 * @param acceptsUntilMs until when its lease lets it accept writes, by the site's own clock
 * @param lagBytes how far a standby is behind the record, or the other site behind this leader
 * @param configured whether a config of the cluster was seen
 * @param lastTransition the last one that was granted, in a few words
 * @param trouble what keeps PostgreSQL from following, or from its first data
 */
public record SiteView(
    Role role,
    long epoch,
    Optional<SiteId> leader,
    PostgresView postgres,
    OptionalLong acceptsUntilMs,
    OptionalLong lagBytes,
    boolean configured,
    boolean paused,
    Optional<String> lastTransition,
    Optional<String> trouble) {

  static SiteView of(State state, Optional<String> lastTransition, Optional<String> trouble) {
    Optional<LeaseRecord> lease = state.watch().lease().map(Stored::lease);
    return new SiteView(
        state.role(),
        state.durable().seen().epoch(),
        lease.flatMap(LeaseRecord::currentPrimary),
        state.postgres(),
        state.lease().map(Lease::deadlineMs).map(OptionalLong::of).orElse(OptionalLong.empty()),
        lag(state, lease),
        state.durable().config().isPresent(),
        state.durable().config().map(config -> config.latest().paused()).orElse(false),
        lastTransition,
        trouble);
  }

  /** Clients may write here now. */
  public boolean acceptsWrites(long nowMs) {
    return role == Role.PRIMARY
        && postgres.mode() == PostgresMode.WRITABLE
        && acceptsUntilMs.isPresent()
        && nowMs < acceptsUntilMs.getAsLong();
  }

  /** Clients may read here, and what they read moves on. */
  public boolean isStreamingStandby() {
    return role == Role.STANDBY && postgres.mode() == PostgresMode.STANDBY && postgres.streaming();
  }

  /** It was observed that PostgreSQL accepts no writes. */
  public boolean isFenced() {
    return switch (role) {
      case FENCED, RELEASED, SAFE -> postgres.mode() != PostgresMode.WRITABLE;
      case STANDBY, OPENING, PRIMARY, DEMOTING, FENCING -> false;
    };
  }

  /** People would want to know; positions in the log move all the time and are no news. */
  boolean isNewsAfter(SiteView before) {
    return role != before.role
        || epoch != before.epoch
        || configured != before.configured
        || paused != before.paused
        || postgres.mode() != before.postgres.mode()
        || postgres.streaming() != before.postgres.streaming()
        || !leader.equals(before.leader)
        || !lastTransition.equals(before.lastTransition)
        || !trouble.equals(before.trouble);
  }

  private static OptionalLong lag(State state, Optional<LeaseRecord> lease) {
    PostgresView postgres = state.postgres();
    if (state.role() == Role.PRIMARY) {
      return postgres.peerStreaming()
          ? OptionalLong.of(Math.max(0, postgres.lsn() - postgres.peerFlushedLsn()))
          : OptionalLong.empty();
    }
    return lease.isPresent() && postgres.mode() == PostgresMode.STANDBY
        ? OptionalLong.of(Math.max(0, lease.get().lsn() - postgres.lsn()))
        : OptionalLong.empty();
  }
}
