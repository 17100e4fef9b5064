package io.harmonyagent.failover.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** S2 and S3: acked, lost, in flight, unknown. */
class CasOutcomesTest {
  private static final ClusterConfig CONFIG = Site.config(Site.ADR);

  private static Site claiming() {
    Site replica = Site.replica(CONFIG);
    for (int beat = 0; beat < 10 && !replica.wrote(Purpose.PROMOTE); beat++) {
      replica.beats();
    }
    return replica;
  }

  @Test
  void acked_arms_the_deadman_from_the_send_and_only_then_opens() {
    Site replica = claiming();
    long sentMs = replica.nowMs;
    replica.nowMs += 400;
    replica.acks();

    Action.ArmDeadman arm = replica.last(Action.ArmDeadman.class).orElseThrow();
    assertThat(arm.deadlineMs()).isEqualTo(sentMs + 3_000);
    assertThat(arm.fenceMs()).isEqualTo(1_500);
    assertThat(replica.actions.indexOf(arm))
        .isLessThan(
            replica.actions.indexOf(replica.last(Action.OpenForWrites.class).orElseThrow()));
  }

  @Test
  void an_ack_after_its_time_opens_nothing() {
    Site replica = claiming();
    replica.nowMs += 1_000;
    replica.acks();
    assertThat(replica.role()).isEqualTo(Role.STANDBY);
    assertThat(replica.last(Action.OpenForWrites.class)).isEmpty();
    assertThat(replica.refusalOf(Transition.PROMOTE)).containsExactly(Reason.Kind.CLAIM_LATE);
  }

  @Test
  void a_late_ack_gives_no_lease_but_is_remembered_as_something_that_the_store_had() {
    Site replica = claiming();
    replica.nowMs += 1_000;
    replica.acks();
    assertThat(replica.state.durable().seen().epoch()).isEqualTo(2);
    assertThat(replica.state.lease()).isEmpty();
  }

  @Test
  void a_claim_that_the_watch_delivers_in_time_is_as_good_as_acked() {
    Site replica = claiming();
    replica.delivers(replica.lastWrite().lease());
    assertThat(replica.role()).isEqualTo(Role.OPENING);
  }

  @Test
  void a_creation_that_comes_second_changes_nothing() {
    Site site = Site.booted(Site.BASEMENT, CONFIG);
    for (int beat = 0; beat < 10 && !site.wrote(Purpose.CREATE); beat++) {
      site.beats();
    }
    site.answers(new CasOutcome.Lost(site.sequence + 1));
    assertThat(site.role()).isEqualTo(Role.FENCED);
    assertThat(site.refusalOf(Transition.CREATE)).containsExactly(Reason.Kind.CLAIM_LOST);
  }

  @Test
  void a_late_winner_renews_before_it_opens() {
    Site replica = claiming();
    replica.nowMs += 1_000;
    replica.tick();
    replica.delivers(replica.lastWrite().lease());
    assertThat(replica.role()).as("won, but not in time").isEqualTo(Role.STANDBY);
    assertThat(replica.last(Action.OpenForWrites.class)).isEmpty();

    replica.beats();
    assertThat(replica.lastWrite().purpose()).isEqualTo(Purpose.RECLAIM);
    replica.acks();
    assertThat(replica.role()).isEqualTo(Role.OPENING);
  }

  @Test
  void unknown_stays_as_it_was_and_may_be_tried_again_on_the_same_revision() {
    Site replica = claiming();
    Action.WriteLease first = replica.lastWrite();
    replica.answers(new CasOutcome.Unknown());
    assertThat(replica.role()).isEqualTo(Role.STANDBY);
    assertThat(replica.state.pending().orElseThrow().unknown()).isTrue();

    replica.beats();

    Action.WriteLease second = replica.lastWrite();
    assertThat(second.expectedRevision()).isEqualTo(first.expectedRevision());
    assertThat(second.lease().claim()).isNotEqualTo(first.lease().claim());
  }

  @Test
  void unknown_is_resolved_by_a_later_revision_of_somebody_else() {
    Site replica = claiming();
    replica.answers(new CasOutcome.Unknown());
    replica.delivers(replica.renewalOf(Site.BASEMENT, 1, Set.of(), CONFIG));
    assertThat(replica.state.pending()).isEmpty();
    assertThat(replica.role()).isEqualTo(Role.STANDBY);
  }

  @Test
  void a_renewal_in_flight_is_tried_again_three_times_and_counts_from_the_first_send() {
    Site primary = Site.primary(CONFIG);
    primary.beat();
    long sentMs = primary.nowMs;
    for (int i = 0; i < 3; i++) {
      primary.nowMs += 10;
      primary.answers(new CasOutcome.InFlight());
    }
    assertThat(primary.all(Action.WriteLease.class)).hasSize(4);
    primary.acks();
    assertThat(primary.state.lease().orElseThrow().sentMs()).isEqualTo(sentMs);

    primary.actions.clear();
    primary.beat();
    for (int i = 0; i < 10; i++) {
      primary.answers(new CasOutcome.InFlight());
    }
    assertThat(primary.all(Action.WriteLease.class)).hasSize(4);
  }

  @Test
  void a_claim_in_flight_is_judged_again() {
    // Found by the simulation: the cluster was paused between the claim and its second try.
    Site replica = claiming();
    replica.answers(new CasOutcome.InFlight());
    assertThat(replica.all(Action.WriteLease.class)).hasSize(1);
    ClusterConfig paused = Site.config(Site.ADR, ReplicationMode.ASYNC, FailbackMode.MANUAL, true);
    replica.sequence++;
    replica.happens(now -> new Event.ConfigDelivered(now, replica.sequence, paused));
    replica.beats();
    assertThat(replica.all(Action.WriteLease.class)).hasSize(1);
    assertThat(replica.refusalOf(Transition.PROMOTE)).containsExactly(Reason.Kind.PAUSED);
  }

  @Test
  void a_lost_renewal_of_a_record_that_is_still_ours_is_adopted_and_tried_again() {
    Site primary = Site.primary(CONFIG);
    primary.beat();
    LeaseRecord landedAfterAll = primary.lastWrite().lease();
    primary.beat();
    long deadlineMs = primary.state.lease().orElseThrow().deadlineMs();
    primary.answers(new CasOutcome.Lost(primary.sequence + 1));
    primary.delivers(landedAfterAll);

    assertThat(primary.role()).isEqualTo(Role.PRIMARY);
    assertThat(primary.lastWrite().expectedRevision()).isEqualTo(primary.sequence);
    assertThat(primary.state.lease().orElseThrow().deadlineMs())
        .as("adopting gives no time")
        .isEqualTo(deadlineMs);
    primary.acks();
    assertThat(primary.state.beat().failures()).isZero();
  }

  @Test
  void a_record_that_is_no_longer_ours_fences_at_once() {
    Site primary = Site.primary(CONFIG);
    primary.delivers(primary.renewalOf(Site.CLOUD, 2, Set.of(), CONFIG));
    assertThat(primary.role()).isEqualTo(Role.FENCING);
    assertThat(primary.fenceCause()).isEqualTo(FenceCause.FOREIGN_LEASE);
  }

  @Test
  void a_foreign_record_fences_even_when_a_watch_that_was_given_up_brings_it() {
    Site primary = Site.primary(CONFIG);
    primary.happens(Event.WatchLost::new);
    primary.delivers(primary.renewalOf(Site.CLOUD, 2, Set.of(), CONFIG));
    assertThat(primary.role()).isEqualTo(Role.FENCING);
  }

  @Test
  void a_second_answer_to_the_same_write_changes_nothing() {
    Site primary = Site.primary(CONFIG);
    primary.beat();
    primary.acks();
    State before = primary.state;
    primary.answers(new CasOutcome.Acked(primary.sequence, primary.serverMs()));
    assertThat(primary.state).isEqualTo(before);
  }
}
