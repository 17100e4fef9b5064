package io.harmonyagent.failover.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** S7: every boot begins fenced; a restart of the agent alone interrupts nothing. */
class BootTest {
  private static final ClusterConfig CONFIG = Site.config(Site.ADR);
  private static final Durable LED =
      new Durable(
          new Seen(3, Optional.of(Site.BASEMENT), 40, 40),
          3,
          0,
          0,
          false,
          Optional.of(ConfigInForce.first(CONFIG, 5)));

  private static Site started(PostgresView postgres, Durable durable, OptionalLong deadline) {
    Site site = Site.booted(Site.BASEMENT, CONFIG);
    site.actions.clear();
    site.state = State.unborn(Site.BASEMENT, "boot-2");
    site.postgres = postgres;
    site.starts(durable, deadline);
    return site;
  }

  @Test
  void a_former_primary_boots_fenced_and_starts_nothing() {
    Site site = started(Site.view(PostgresMode.STOPPED), LED, OptionalLong.empty());
    assertThat(site.role()).isEqualTo(Role.FENCED);
    assertThat(site.all(Action.OpenForWrites.class)).isEmpty();
  }

  @Test
  void an_agent_restarted_inside_the_deadline_goes_on_leading() {
    Site site = started(Site.writable(9_000, false, 0), LED, OptionalLong.of(101_500));
    assertThat(site.role()).isEqualTo(Role.PRIMARY);
    assertThat(site.state.lease().orElseThrow().deadlineMs()).isEqualTo(101_500);
    assertThat(site.all(Action.Fence.class)).isEmpty();
  }

  @Test
  void after_the_deadline_a_writable_postgres_is_fenced() {
    Site site = started(Site.writable(9_000, false, 0), LED, OptionalLong.of(100_000));
    assertThat(site.role()).isEqualTo(Role.FENCING);
  }

  @Test
  void a_writable_postgres_without_a_deadman_is_fenced() {
    Site site = started(Site.writable(9_000, false, 0), LED, OptionalLong.empty());
    assertThat(site.role()).isEqualTo(Role.FENCING);
  }

  @Test
  void a_standby_that_an_earlier_run_was_about_to_open_is_fenced() {
    Site site = started(Site.view(PostgresMode.STANDBY), LED, OptionalLong.of(102_000));
    assertThat(site.role()).isEqualTo(Role.FENCING);
  }

  @Test
  void whoever_does_not_resume_tells_every_reason() {
    Durable safeAndNew = new Durable(Seen.NOTHING, 0, 0, 0, true, Optional.empty());
    Site site = started(Site.view(PostgresMode.STANDBY), safeAndNew, OptionalLong.of(100_000));
    assertThat(site.refusalOf(Transition.RESUME))
        .containsExactly(
            Reason.Kind.DEADMAN_NOT_ARMED,
            Reason.Kind.NOT_RUNNING_AS_PRIMARY,
            Reason.Kind.IN_SAFE,
            Reason.Kind.NO_CONFIG,
            Reason.Kind.NOT_PRIMARY);
    assertThat(site.fenceCause()).isEqualTo(FenceCause.LEFT_OVER);
  }

  @Test
  void what_is_asked_before_the_first_config_is_refused_with_that_reason() {
    Site site = started(Site.view(PostgresMode.STOPPED), Durable.NOTHING, OptionalLong.empty());
    site.happens(Event.SwitchoverAsked::new);
    site.happens(Event.FailoverForced::new);
    assertThat(site.refusalOf(Transition.HAND_OVER)).containsExactly(Reason.Kind.NO_CONFIG);
    assertThat(site.refusalOf(Transition.FORCE_FAILOVER)).containsExactly(Reason.Kind.NO_CONFIG);
  }

  @Test
  void a_site_that_was_given_another_name_has_no_say_under_the_config_of_the_old_one() {
    Site site = started(Site.writable(9_000, false, 0), LED, OptionalLong.of(101_500));
    site.actions.clear();
    site.state = State.unborn(new SiteId("attic"), "boot-3");
    site.starts(LED, OptionalLong.of(101_500));

    assertThat(site.role()).isEqualTo(Role.FENCING);
    assertThat(site.state.durable().config()).isEmpty();
    assertThat(site.refusalOf(Transition.RESUME)).contains(Reason.Kind.NO_CONFIG);
  }

  @Test
  void a_standby_goes_on_being_one() {
    Site site = started(Site.streaming(9_000), LED, OptionalLong.empty());
    assertThat(site.role()).isEqualTo(Role.STANDBY);
    assertThat(site.all(Action.Fence.class)).isEmpty();
  }

  @Test
  void the_first_record_is_created_by_the_preferred_site_after_a_quiet_wait() {
    Site preferred = Site.booted(Site.BASEMENT, CONFIG);
    preferred.passQuietly(4_000);
    assertThat(preferred.wrote(Purpose.CREATE)).isFalse();
    preferred.passQuietly(2_000);
    assertThat(preferred.lastWrite().expectedRevision()).isZero();
    assertThat(preferred.lastWrite().lease().epoch()).isEqualTo(1);

    Site other = Site.booted(Site.CLOUD, CONFIG);
    other.passQuietly(60_000);
    assertThat(other.all(Action.WriteLease.class)).isEmpty();
    assertThat(other.refusalOf(Transition.CREATE)).containsExactly(Reason.Kind.NOT_PREFERRED);
  }
}
