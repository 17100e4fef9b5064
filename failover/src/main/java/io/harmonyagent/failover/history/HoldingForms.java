package io.harmonyagent.failover.history;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.failover.core.ConfigEvidence;
import io.harmonyagent.failover.core.FenceCause;
import io.harmonyagent.failover.core.FenceEvidence;
import io.harmonyagent.failover.core.FollowEvidence;
import io.harmonyagent.failover.core.HandoverEvidence;
import io.harmonyagent.failover.core.NoConfigEvidence;
import io.harmonyagent.failover.core.PostgresMode;
import io.harmonyagent.failover.core.ReplicationMode;
import io.harmonyagent.failover.core.Role;
import io.harmonyagent.failover.core.SafeLiftedEvidence;
import io.harmonyagent.failover.core.SettleEvidence;
import io.harmonyagent.failover.core.StoreEvidence;
import io.harmonyagent.failover.core.SyncEvidence;
import io.harmonyagent.failover.core.Transition;

/** The fields of every evidence about holding, giving away and losing the lease. */
final class HoldingForms {
  private HoldingForms() {}

  static FenceEvidence fence(Form<FenceEvidence> form) throws InvalidDocument {
    return new FenceEvidence(
        form.word("cause", FenceCause.values(), FenceEvidence::cause),
        form.word("role", Role.values(), FenceEvidence::role),
        form.count("failures", FenceEvidence::failures),
        form.count("failure_threshold", FenceEvidence::failureThreshold),
        form.number("now_ms", FenceEvidence::nowMs),
        form.number("deadline_ms", FenceEvidence::deadlineMs),
        form.number("own_epoch", FenceEvidence::ownEpoch),
        form.number("foreign_epoch", FenceEvidence::foreignEpoch),
        form.word("postgres", PostgresMode.values(), FenceEvidence::postgres));
  }

  static HandoverEvidence handover(Form<HandoverEvidence> form) throws InvalidDocument {
    return new HandoverEvidence(
        form.flag("by_operator", HandoverEvidence::byOperator),
        form.flag("leads", HandoverEvidence::leads),
        form.flag("paused", HandoverEvidence::paused),
        form.count("peer_ready", HandoverEvidence::peerReady),
        form.count("success_threshold", HandoverEvidence::successThreshold),
        form.number("peer_silent_ms", HandoverEvidence::peerSilentMs),
        form.number("peer_silent_max_ms", HandoverEvidence::peerSilentMaxMs),
        form.flag("peer_streaming", HandoverEvidence::peerStreaming),
        form.number("peer_epoch", HandoverEvidence::peerEpoch),
        form.number("epoch", HandoverEvidence::epoch),
        form.number("peer_lag_bytes", HandoverEvidence::peerLagBytes),
        form.number("max_lag_bytes", HandoverEvidence::maxLagBytes),
        form.number("cool_down_ms", HandoverEvidence::coolDownMs),
        form.number("config_revision", HandoverEvidence::configRevision));
  }

  static FollowEvidence follow(Form<FollowEvidence> form) throws InvalidDocument {
    return new FollowEvidence(
        form.number("revision", FollowEvidence::revision),
        form.number("epoch", FollowEvidence::epoch),
        form.site("holder", FollowEvidence::holder),
        form.site("me", FollowEvidence::me));
  }

  static StoreEvidence store(Form<StoreEvidence> form) throws InvalidDocument {
    return new StoreEvidence(
        form.number("seen_sequence", StoreEvidence::seenSequence),
        form.number("sequence", StoreEvidence::sequence),
        form.number("seen_revision", StoreEvidence::seenRevision),
        form.number("revision", StoreEvidence::revision),
        form.number("seen_epoch", StoreEvidence::seenEpoch),
        form.number("epoch", StoreEvidence::epoch),
        form.flag("holder_differs", StoreEvidence::holderDiffers),
        form.number("peer_seen_revision", StoreEvidence::peerSeenRevision),
        form.number("peer_seen_epoch", StoreEvidence::peerSeenEpoch),
        form.number("forgiven_revision", StoreEvidence::forgivenRevision),
        form.number("config_in_force", StoreEvidence::configInForce),
        form.number("config_revision", StoreEvidence::configRevision));
  }

  static SafeLiftedEvidence safeLifted(Form<SafeLiftedEvidence> form) throws InvalidDocument {
    return new SafeLiftedEvidence(
        form.flag("safe", SafeLiftedEvidence::safe),
        form.number("seen_revision", SafeLiftedEvidence::seenRevision),
        form.number("store_revision", SafeLiftedEvidence::storeRevision));
  }

  static SyncEvidence sync(Form<SyncEvidence> form) throws InvalidDocument {
    return new SyncEvidence(
        form.word("replication", ReplicationMode.values(), SyncEvidence::replication),
        form.flag("peer_streaming", SyncEvidence::peerStreaming),
        form.flag("waiting", SyncEvidence::waiting),
        form.number("waiting_from_lsn", SyncEvidence::waitingFromLsn),
        form.number("peer_flushed_lsn", SyncEvidence::peerFlushedLsn),
        form.flag("already_listed", SyncEvidence::alreadyListed));
  }

  static ConfigEvidence config(Form<ConfigEvidence> form) throws InvalidDocument {
    return new ConfigEvidence(
        form.part("config", ConfigEvidence::config, PartForms::clusterConfig),
        form.number("revision", ConfigEvidence::revision),
        form.site("me", ConfigEvidence::me),
        form.optionalPart("in_force", ConfigEvidence::inForce, PartForms::clusterConfig));
  }

  static SettleEvidence settle(Form<SettleEvidence> form) throws InvalidDocument {
    return new SettleEvidence(
        form.number("latest_revision", SettleEvidence::latestRevision),
        form.number("holding_revision", SettleEvidence::holdingRevision),
        form.number("wait_ms", SettleEvidence::waitMs),
        form.number("latest_wait_ms", SettleEvidence::latestWaitMs),
        form.number("seen_by_peer", SettleEvidence::seenByPeer),
        form.number("held_by_peer", SettleEvidence::heldByPeer),
        form.number("sequence", SettleEvidence::sequence),
        form.number("trust_from_sequence", SettleEvidence::trustFromSequence));
  }

  static NoConfigEvidence noConfig(Form<NoConfigEvidence> form) throws InvalidDocument {
    return new NoConfigEvidence(form.word("asked", Transition.values(), NoConfigEvidence::asked));
  }
}
