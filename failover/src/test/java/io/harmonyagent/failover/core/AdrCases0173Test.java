package io.harmonyagent.failover.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** ADR 017-3, "Failure Modes": heartbeat_timeout 1 s, failure_threshold 2, failover_timeout 5 s. */
class AdrCases0173Test {
  private static final ClusterConfig CONFIG = Site.config(Site.ADR);

  @Test
  void case_1_power_cut_the_replica_promotes_itself_after_five_seconds() {
    Site replica = Site.replica(CONFIG);
    replica.delivers(replica.renewalOf(Site.BASEMENT, 1, Set.of(), CONFIG));
    long lastHeartbeatMs = replica.nowMs;

    for (int second = 1; second <= 5; second++) {
      replica.beats();
      assertThat(replica.wrote(Purpose.PROMOTE)).as("after %d s", second).isFalse();
    }
    replica.beats();

    assertThat(replica.wrote(Purpose.PROMOTE)).isTrue();
    assertThat(replica.nowMs - lastHeartbeatMs).isEqualTo(6_000);
    assertThat(replica.role()).as("until the ack").isEqualTo(Role.STANDBY);
    replica.acks();
    assertThat(replica.role()).isEqualTo(Role.OPENING);
    assertThat(replica.last(Action.OpenForWrites.class)).isPresent();
    assertThat(replica.lastWrite().lease().epoch()).isEqualTo(2);
  }

  @Test
  void case_1_the_primary_that_comes_back_up_boots_fenced_and_follows() {
    Site primary = Site.booted(Site.BASEMENT, CONFIG);
    assertThat(primary.role()).isEqualTo(Role.FENCED);

    primary.delivers(primary.renewalOf(Site.CLOUD, 2, Set.of(), CONFIG));
    primary.beats();

    assertThat(primary.role()).isEqualTo(Role.STANDBY);
    assertThat(primary.last(Action.Follow.class)).contains(new Action.Follow(Site.CLOUD, 2));
    assertThat(primary.last(Action.OpenForWrites.class)).isEmpty();
  }

  @Test
  void
      case_2_high_latency_the_primary_fences_itself_at_two_seconds_and_the_replica_waits_for_five() {
    Site primary = Site.primary(CONFIG);
    primary.beat();
    primary.acks();
    long lastAckedMs = primary.nowMs;

    // T=0 to T=2: latency 5 s > timeout 1 s, fails twice.
    primary.beat();
    long firstFailedMs = primary.nowMs;
    assertThat(primary.role()).isEqualTo(Role.PRIMARY);
    primary.beat();
    assertThat(primary.role()).isEqualTo(Role.PRIMARY);
    primary.nowMs += 1_000;
    primary.tick();

    // T=2: consecutive_failures = 2, the primary fences itself.
    assertThat(primary.role()).isEqualTo(Role.FENCING);
    assertThat(primary.nowMs - firstFailedMs).isEqualTo(2_000);
    // The read-only gap: even a ladder that takes all its time ends before the replica may claim.
    long fencedAtTheLatestMs = primary.nowMs + Site.ADR.fenceTimeoutMs();
    assertThat(fencedAtTheLatestMs).isLessThan(lastAckedMs + Site.ADR.failoverTimeoutMs());
  }

  @Test
  void case_2_an_ack_after_five_seconds_changes_nothing() {
    Site primary = Site.primary(CONFIG);
    primary.beat();
    Claim slow = primary.lastWrite().lease().claim();
    long revision = primary.sequence + 1;
    primary.nowMs += 1_000;
    primary.tick();
    long deadlineMs = primary.state.lease().orElseThrow().deadlineMs();

    primary.nowMs += 900;
    primary.happens(now -> new Event.CasAnswered(now, slow, new CasOutcome.Acked(revision, 0)));

    assertThat(primary.state.lease().orElseThrow().deadlineMs()).isEqualTo(deadlineMs);
    assertThat(primary.state.beat().failures()).isEqualTo(1);
  }

  @Test
  void case_3_replica_lag_the_server_refuses_because_the_primary_has_renewed() {
    Site replica = Site.replica(CONFIG);
    replica.passQuietly(6_000);
    assertThat(replica.wrote(Purpose.PROMOTE)).isTrue();
    long judgedOn = replica.lastWrite().expectedRevision();

    replica.answers(new CasOutcome.Lost(judgedOn + 5));

    assertThat(replica.role()).isEqualTo(Role.STANDBY);
    assertThat(replica.last(Action.OpenForWrites.class)).isEmpty();
    assertThat(replica.refusalOf(Transition.PROMOTE)).containsExactly(Reason.Kind.CLAIM_LOST);
  }

  @Test
  void case_4_flapping_one_success_in_between_keeps_the_service_up() {
    Site primary = Site.primary(CONFIG);
    for (int round = 0; round < 20; round++) {
      primary.beat();
      primary.beat();
      primary.acks();
      assertThat(primary.state.beat().failures()).isZero();
    }
    assertThat(primary.role()).isEqualTo(Role.PRIMARY);
    assertThat(primary.last(Action.Fence.class)).isEmpty();
  }

  @Test
  void case_4_the_replica_sees_a_delay_but_never_the_timeout() {
    Site replica = Site.replica(CONFIG);
    for (int round = 0; round < 20; round++) {
      replica.beats();
      replica.beats();
      replica.delivers(replica.renewalOf(Site.BASEMENT, 1, Set.of(), CONFIG));
    }
    assertThat(replica.wrote(Purpose.PROMOTE)).isFalse();
  }

  @Test
  void demotion_handshake_the_leader_stops_its_database_before_it_writes_none() {
    Site leader = Site.primary(CONFIG);
    leader.beat();
    leader.acks();
    leader.hears(leader.reportOf(Site.CLOUD, Site.streaming(5_000), 1));
    leader.happens(Event.SwitchoverAsked::new);
    leader.preparesStop();

    assertThat(leader.role()).isEqualTo(Role.DEMOTING);
    assertThat(leader.last(Action.StopCleanly.class)).isPresent();
    assertThat(leader.wrote(Purpose.RELEASE)).isFalse();

    leader.postgres = Site.view(PostgresMode.STOPPED);
    leader.happens(now -> new Event.StoppedCleanly(now, leader.postgres));

    assertThat(leader.wrote(Purpose.RELEASE)).isTrue();
    assertThat(leader.lastWrite().lease().currentPrimary()).isEmpty();
    assertThat(leader.lastWrite().lease().lsn()).isEqualTo(5_000);
  }

  @Test
  void demotion_handshake_the_other_site_takes_over_once_it_has_replayed_the_end_of_the_log() {
    Site replica = Site.replica(CONFIG);
    replica.passQuietly(5_000);
    LeaseRecord renewal = replica.renewalOf(Site.BASEMENT, 1, Set.of(), CONFIG);
    LeaseRecord released = Edit.with(renewal, 1, ReplicationMode.ASYNC, java.util.Optional.empty());
    replica.postgres = Site.streaming(4_999);
    replica.delivers(released);
    replica.beats();
    assertThat(replica.refusalOf(Transition.TAKE)).containsExactly(Reason.Kind.NOT_REPLAYED);

    replica.postgres = Site.streaming(5_000);
    replica.beats();

    assertThat(replica.wrote(Purpose.TAKE)).isTrue();
  }
}
