package io.harmonyagent.failover.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** S9 and S13: switchover, failback, take-back, pause. */
class HandoverTest {
  private static final ClusterConfig MANUAL = Site.config(Site.ADR);

  private static ClusterConfig preferringTheCloud(boolean paused) {
    return new ClusterConfig(
        Site.CLOUD,
        Site.BASEMENT,
        new Timing(1_000, 2, 3, 5_000, 100, 1_500),
        ReplicationMode.ASYNC,
        1_000_000,
        FailbackMode.AUTO,
        paused);
  }

  /** The basement leads although the cloud is preferred. */
  private static Site leadsButIsNotPreferred(boolean paused) {
    Site leader = Site.primary(Site.config(new Timing(1_000, 2, 3, 5_000, 100, 1_500)));
    leader.sequence++;
    leader.happens(
        now -> new Event.ConfigDelivered(now, leader.sequence, preferringTheCloud(paused)));
    return leader;
  }

  private static void hearsReadyPeer(Site leader) {
    leader.hears(leader.reportOf(Site.CLOUD, Site.streaming(5_000), 1));
  }

  @Test
  void failback_waits_until_the_preferred_site_was_caught_up_three_times() {
    Site leader = leadsButIsNotPreferred(false);
    hearsReadyPeer(leader);
    hearsReadyPeer(leader);
    assertThat(leader.role()).isEqualTo(Role.PRIMARY);
    assertThat(leader.refusalOf(Transition.HAND_OVER)).containsExactly(Reason.Kind.PEER_NOT_READY);
    hearsReadyPeer(leader);
    leader.preparesStop();
    assertThat(leader.role()).isEqualTo(Role.DEMOTING);
  }

  @Test
  void while_a_stop_is_prepared_the_site_leads_and_renews() {
    Site leader = leadsButIsNotPreferred(false);
    for (int i = 0; i < 5; i++) {
      hearsReadyPeer(leader);
    }
    assertThat(leader.all(Action.PrepareStop.class)).hasSize(1);
    leader.actions.clear();
    leader.beat();
    assertThat(leader.role()).isEqualTo(Role.PRIMARY);
    assertThat(leader.wrote(Purpose.RENEW)).isTrue();
  }

  @Test
  void what_was_true_before_the_preparation_is_asked_again_after_it() {
    Site leader = leadsButIsNotPreferred(false);
    for (int i = 0; i < 3; i++) {
      hearsReadyPeer(leader);
    }
    leader.hears(leader.reportOf(Site.CLOUD, Site.view(PostgresMode.STANDBY), 1));
    leader.preparesStop();
    assertThat(leader.role()).isEqualTo(Role.PRIMARY);
    assertThat(leader.refusalOf(Transition.HAND_OVER)).contains(Reason.Kind.PEER_NOT_STREAMING);
  }

  @Test
  void a_postgres_that_is_too_slow_to_prepare_keeps_the_lease_and_is_left_alone() {
    Site leader = leadsButIsNotPreferred(false);
    for (int i = 0; i < 3; i++) {
      hearsReadyPeer(leader);
    }
    leader.happens(now -> new Event.StopPrepared(now, false));
    for (int i = 0; i < 5; i++) {
      hearsReadyPeer(leader);
    }
    assertThat(leader.role()).isEqualTo(Role.PRIMARY);
    assertThat(leader.all(Action.PrepareStop.class)).hasSize(1);
    assertThat(leader.refusalOf(Transition.HAND_OVER)).containsExactly(Reason.Kind.COOLING_DOWN);
  }

  @Test
  void after_a_stop_that_failed_and_the_reclaim_the_failback_rests_longer_each_time() {
    Site leader = leadsButIsNotPreferred(false);
    long first = failedFailbackPauseMs(leader);
    assertThat(first).isGreaterThan(40_000);
    for (long end = leader.nowMs + first; leader.nowMs < end; ) {
      leader.beat();
      leader.acks();
    }
    assertThat(failedFailbackPauseMs(leader)).isGreaterThan(first + 40_000);
  }

  /** A failback whose stop fails; returns how long the next one is not tried. */
  private static long failedFailbackPauseMs(Site leader) {
    for (int i = 0; i < 3; i++) {
      leader.beat();
      leader.acks();
      hearsReadyPeer(leader);
    }
    leader.preparesStop();
    leader.happens(Event.StopFailed::new);
    leader.postgres = Site.view(PostgresMode.STOPPED);
    leader.happens(now -> new Event.Fenced(now, leader.postgres));
    leader.actions.clear();
    for (int i = 0; i < 60 && !leader.wrote(Purpose.RECLAIM); i++) {
      leader.beats();
    }
    leader.acks();
    leader.postgres = Site.writable(5_000, false, 0);
    leader.happens(now -> new Event.PostgresChanged(now, leader.postgres));
    assertThat(leader.role()).isEqualTo(Role.PRIMARY);
    return leader.state.handover().notBeforeMs() - leader.nowMs;
  }

  @Test
  void a_pause_stops_failback_but_not_an_operators_switchover() {
    Site leader = leadsButIsNotPreferred(true);
    for (int i = 0; i < 10; i++) {
      hearsReadyPeer(leader);
    }
    assertThat(leader.role()).isEqualTo(Role.PRIMARY);
    assertThat(leader.refusalOf(Transition.HAND_OVER)).containsExactly(Reason.Kind.PAUSED);
    leader.happens(Event.SwitchoverAsked::new);
    leader.preparesStop();
    assertThat(leader.role()).isEqualTo(Role.DEMOTING);
  }

  @Test
  void a_pause_does_not_stop_self_fencing_but_stops_un_fencing() {
    ClusterConfig paused = Site.config(Site.ADR, ReplicationMode.ASYNC, FailbackMode.MANUAL, true);
    Site primary = Site.primary(MANUAL);
    primary.sequence++;
    primary.happens(now -> new Event.ConfigDelivered(now, primary.sequence, paused));
    primary.nowMs += 3_000;
    primary.tick();
    assertThat(primary.role()).isEqualTo(Role.FENCING);
    primary.postgres = Site.view(PostgresMode.STOPPED);
    primary.happens(now -> new Event.Fenced(now, primary.postgres));
    primary.passQuietly(20_000);
    assertThat(primary.role()).isEqualTo(Role.FENCED);
    assertThat(primary.refusalOf(Transition.RECLAIM)).containsExactly(Reason.Kind.PAUSED);
  }

  @Test
  void a_switchover_is_refused_with_every_reason() {
    Site leader = Site.primary(MANUAL);
    leader.happens(Event.SwitchoverAsked::new);
    assertThat(leader.role()).isEqualTo(Role.PRIMARY);
    assertThat(leader.refusalOf(Transition.HAND_OVER))
        .containsExactly(
            Reason.Kind.PEER_SILENT,
            Reason.Kind.PEER_NOT_STREAMING,
            Reason.Kind.NEVER_STREAMED_IN_EPOCH);
  }

  @Test
  void a_stop_that_fails_becomes_a_fence_and_nothing_is_released() {
    Site leader = Site.primary(MANUAL);
    hearsReadyPeer(leader);
    leader.happens(Event.SwitchoverAsked::new);
    leader.preparesStop();
    leader.happens(Event.StopFailed::new);
    assertThat(leader.role()).isEqualTo(Role.FENCING);
    assertThat(leader.wrote(Purpose.RELEASE)).isFalse();
  }

  @Test
  void a_stop_after_which_postgres_still_runs_releases_nothing() {
    Site leader = Site.primary(MANUAL);
    hearsReadyPeer(leader);
    leader.happens(Event.SwitchoverAsked::new);
    leader.preparesStop();
    leader.happens(now -> new Event.StoppedCleanly(now, leader.postgres));
    assertThat(leader.role()).isEqualTo(Role.FENCING);
    assertThat(leader.wrote(Purpose.RELEASE)).isFalse();
  }

  @Test
  void a_stop_of_which_nothing_is_heard_becomes_a_fence_after_twice_its_time() {
    // Found by the simulation: PostgreSQL crashed in the middle of its clean stop.
    Site leader = Site.primary(MANUAL);
    hearsReadyPeer(leader);
    leader.happens(Event.SwitchoverAsked::new);
    leader.preparesStop();
    for (int beat = 0; beat < 4; beat++) {
      leader.beat();
      if (leader.role() == Role.DEMOTING) {
        leader.acks();
      }
    }
    assertThat(leader.role()).isEqualTo(Role.FENCING);
    assertThat(leader.fenceCause()).isEqualTo(FenceCause.STOP_FAILED);
  }

  private static Site releasing() {
    Site leader = Site.primary(MANUAL);
    hearsReadyPeer(leader);
    leader.happens(Event.SwitchoverAsked::new);
    leader.preparesStop();
    leader.postgres = Site.view(PostgresMode.STOPPED);
    leader.happens(now -> new Event.StoppedCleanly(now, leader.postgres));
    return leader;
  }

  @Test
  void a_lease_that_nobody_takes_goes_back_to_its_releaser_after_the_failover_timeout() {
    Site leader = releasing();
    leader.acks();
    assertThat(leader.role()).isEqualTo(Role.RELEASED);
    assertThat(leader.all(Action.DisarmDeadman.class)).hasSize(1);
    leader.passQuietly(5_000);
    assertThat(leader.wrote(Purpose.TAKE)).isFalse();
    leader.passQuietly(1_000);
    assertThat(leader.wrote(Purpose.TAKE)).isTrue();
    leader.acks();
    assertThat(leader.role()).isEqualTo(Role.OPENING);
    assertThat(leader.lastWrite().lease().epoch()).isEqualTo(2);
    assertThat(leader.state.handover().notBeforeMs()).isGreaterThan(leader.nowMs + 40_000);
  }

  @Test
  void an_unanswered_release_leaves_postgres_stopped_until_the_record_tells() {
    Site leader = releasing();
    leader.nowMs += 1_000;
    leader.tick();
    assertThat(leader.role()).isEqualTo(Role.DEMOTING);
    assertThat(leader.all(Action.OpenForWrites.class)).isEmpty();
    leader.delivers(leader.lastWrite().lease());
    assertThat(leader.role()).isEqualTo(Role.RELEASED);
  }

  @Test
  void the_releaser_follows_whoever_took_the_lease() {
    Site leader = releasing();
    leader.acks();
    leader.delivers(leader.renewalOf(Site.CLOUD, 2, Set.of(), MANUAL));
    leader.beats();
    assertThat(leader.role()).isEqualTo(Role.STANDBY);
    assertThat(leader.last(Action.Follow.class))
        .isEqualTo(Optional.of(new Action.Follow(Site.CLOUD, 2)));
  }
}
