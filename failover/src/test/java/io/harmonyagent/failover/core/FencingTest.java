package io.harmonyagent.failover.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** S2: when a holder fences itself, and what counts as fenced. */
class FencingTest {
  private static final ClusterConfig CONFIG = Site.config(Site.ADR);

  @Test
  void a_process_that_was_frozen_fences_before_it_does_anything_else() {
    Site primary = Site.primary(CONFIG);
    long deadlineMs = primary.state.lease().orElseThrow().deadlineMs();
    primary.nowMs = deadlineMs;
    primary.probes(true);
    assertThat(primary.role()).isEqualTo(Role.FENCING);
    assertThat(primary.fenceCause()).isEqualTo(FenceCause.DEADLINE);
    assertThat(primary.all(Action.WriteLease.class)).isEmpty();
  }

  @Test
  void a_millisecond_before_the_deadline_it_still_writes() {
    Site primary = Site.primary(CONFIG);
    primary.nowMs = primary.state.lease().orElseThrow().deadlineMs() - 1;
    primary.tick();
    assertThat(primary.role()).isEqualTo(Role.PRIMARY);
  }

  @Test
  void a_counter_is_not_a_deadline_slow_ticks_do_not_prolong_the_lease() {
    Site primary = Site.primary(CONFIG);
    primary.nowMs += 1_900;
    primary.tick();
    assertThat(primary.state.beat().failures()).isLessThan(2);
    primary.nowMs += 1_900;
    primary.tick();
    assertThat(primary.fenceCause()).isEqualTo(FenceCause.DEADLINE);
  }

  @Test
  void a_postgres_that_does_not_answer_is_not_renewed_for() {
    Site primary = Site.primary(CONFIG);
    for (int i = 0; i < 3 && primary.role() == Role.PRIMARY; i++) {
      primary.nowMs += 900;
      primary.tick();
      primary.probes(false);
    }
    assertThat(primary.all(Action.WriteLease.class)).isEmpty();
    assertThat(primary.role()).isEqualTo(Role.FENCING);
    assertThat(primary.state.standBackUntilMs())
        .as("the other site gets its chance")
        .isGreaterThan(primary.nowMs + 1_000);
  }

  @Test
  void a_fence_is_believed_only_when_it_was_observed() {
    Site primary = Site.primary(CONFIG);
    primary.nowMs += 3_000;
    primary.tick();
    assertThat(primary.role()).isEqualTo(Role.FENCING);
    primary.happens(now -> new Event.FenceNotVerified(now, FenceRung.IMMEDIATE_STOP));
    assertThat(primary.last(Action.Fence.class).orElseThrow().from()).isEqualTo(FenceRung.KILL);
    primary.nowMs += 2_000;
    primary.tick();
    assertThat(primary.last(Action.Fence.class).orElseThrow().from())
        .isEqualTo(FenceRung.PORT_DROP);
    assertThat(primary.all(Action.DisarmDeadman.class)).isEmpty();
    primary.happens(now -> new Event.Fenced(now, Site.view(PostgresMode.STOPPED)));
    assertThat(primary.role()).isEqualTo(Role.FENCED);
    assertThat(primary.all(Action.DisarmDeadman.class)).hasSize(1);
  }

  @Test
  void a_ladder_that_is_climbed_again_has_its_time_again() {
    Site primary = Site.primary(CONFIG);
    primary.nowMs += 3_000;
    primary.tick();
    primary.nowMs += 1_400;
    primary.happens(Event.ClimbsAgain::new);
    primary.nowMs += 1_400;
    primary.tick();
    assertThat(primary.last(Action.Fence.class).orElseThrow().from())
        .isEqualTo(FenceRung.FAST_STOP);
    primary.nowMs += 200;
    primary.tick();
    assertThat(primary.last(Action.Fence.class).orElseThrow().from())
        .isEqualTo(FenceRung.IMMEDIATE_STOP);
  }

  /** It has led for longer than the failover timeout. */
  private static Site settledPrimary() {
    Site primary = Site.primary(CONFIG);
    for (int beat = 0; beat < 6; beat++) {
      primary.beat();
      primary.acks();
    }
    primary.actions.clear();
    return primary;
  }

  @Test
  void a_postgres_that_crashes_again_right_after_its_opening_is_fenced_for_the_other_site() {
    Site primary = Site.primary(CONFIG);
    primary.happens(now -> new Event.PostgresChanged(now, Site.view(PostgresMode.STOPPED)));
    assertThat(primary.fenceCause()).isEqualTo(FenceCause.POSTGRES_UNSTABLE);
    assertThat(primary.refusalOf(Transition.RESTART_IN_PLACE))
        .containsExactly(Reason.Kind.CRASHED_AGAIN);
    assertThat(primary.state.standBackUntilMs()).isGreaterThan(primary.nowMs + 5_000);
  }

  @Test
  void a_postgres_that_crashed_is_restarted_in_place_while_the_lease_runs() {
    Site primary = settledPrimary();
    primary.happens(now -> new Event.PostgresChanged(now, Site.view(PostgresMode.STOPPED)));
    assertThat(primary.role()).isEqualTo(Role.OPENING);
    assertThat(primary.last(Action.OpenForWrites.class)).isPresent();
  }

  @Test
  void a_postgres_that_cannot_be_opened_does_not_hold_the_lease_for_ever() {
    Site primary = crashedPrimary();
    opensInVain(primary, Site.view(PostgresMode.STOPPED), 20);
    assertThat(primary.role()).isEqualTo(Role.FENCING);
  }

  @Test
  void a_recovery_that_takes_long_is_not_cut_short_where_nobody_could_take_over() {
    Site primary = crashedPrimary();
    opensInVain(primary, Site.view(PostgresMode.UNKNOWN), 120);
    assertThat(primary.role()).isEqualTo(Role.OPENING);

    // It hears of the other site, which has streamed from it: that one gets its chance.
    for (int i = 0; i < 20 && primary.role() == Role.OPENING; i++) {
      primary.hears(primary.reportOf(Site.CLOUD, Site.streaming(9_000), 1));
      opensInVain(primary, Site.view(PostgresMode.UNKNOWN), 1);
    }
    assertThat(primary.role()).isEqualTo(Role.FENCING);
  }

  @Test
  void a_postgres_that_hangs_while_it_is_opened_is_fenced_in_the_end() {
    Site primary = crashedPrimary();
    opensInVain(primary, Site.view(PostgresMode.UNKNOWN), 2_000);
    assertThat(primary.role()).isEqualTo(Role.FENCING);
  }

  private static Site crashedPrimary() {
    Site primary = settledPrimary();
    primary.happens(now -> new Event.PostgresChanged(now, Site.view(PostgresMode.STOPPED)));
    return primary;
  }

  private static void opensInVain(Site primary, PostgresView postgres, int beats) {
    primary.postgres = postgres;
    for (int i = 0; i < beats && primary.role() == Role.OPENING; i++) {
      int before = primary.all(Action.WriteLease.class).size();
      primary.nowMs += 1_000;
      primary.tick();
      primary.probes(false);
      if (primary.all(Action.WriteLease.class).size() > before) {
        primary.acks();
      }
    }
  }

  @Test
  void a_postgres_found_writable_without_a_lease_is_fenced_in_every_role() {
    for (Role role : new Role[] {Role.STANDBY, Role.FENCED, Role.RELEASED, Role.SAFE}) {
      Site site = Site.booted(Site.BASEMENT, CONFIG);
      site.state = new Edit(site.state).role(role).done();
      site.happens(now -> new Event.PostgresChanged(now, Site.view(PostgresMode.WRITABLE)));
      assertThat(site.role()).as("from %s", role).isEqualTo(Role.FENCING);
      assertThat(site.fenceCause()).isEqualTo(FenceCause.UNEXPECTED_WRITABLE);
    }
  }

  @Test
  void evidence_without_a_cause_does_not_explain_a_fence() {
    FenceEvidence evidence =
        new FenceEvidence(
            FenceCause.FAILURES, Role.PRIMARY, 1, 2, 0, 10, 1, 1, PostgresMode.WRITABLE);
    assertThat(evidence.decide().isGranted()).isFalse();
    assertThat(evidence.decide().explain()).isEqualTo("FENCE refused: nothing asks for a fence");
  }
}
