package io.harmonyagent.failover.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** S1, S3, S8: when a site may judge, and what both clocks must say. */
class JudgingTest {
  private static final ClusterConfig CONFIG = Site.config(Site.ADR);

  @Test
  void a_listing_decides_nothing_however_old_its_record() {
    Site replica = Site.replica(CONFIG);
    replica.nowMs += 60_000;
    replica.beginsSession();
    replica.delivers(replica.renewalOf(Site.BASEMENT, 1, Set.of(), CONFIG));
    replica.happens(Event.WatchListed::new);
    assertThat(replica.all(Action.WriteLease.class)).isEmpty();
    assertThat(replica.all(Action.Follow.class)).isEmpty();
  }

  @Test
  void an_echo_of_a_report_from_before_the_listing_decides_nothing() {
    Site site = Site.booted(Site.BASEMENT, CONFIG);
    site.nowMs += 1_000;
    site.tick();
    site.probes(true);
    site.nowMs += 60_000;
    site.beginsSession();
    site.happens(Event.WatchListed::new);
    site.nowMs += 60_000;
    site.echoes();
    assertThat(site.wrote(Purpose.CREATE)).isFalse();
  }

  @Test
  void a_jump_of_the_servers_clock_alone_promotes_nobody() {
    Site replica = Site.replica(CONFIG);
    replica.delivers(replica.renewalOf(Site.BASEMENT, 1, Set.of(), CONFIG));
    replica.beat();
    replica.echoes(replica.serverMs() + 3_600_000);
    assertThat(replica.wrote(Purpose.PROMOTE)).isFalse();
    assertThat(replica.refusalOf(Transition.PROMOTE))
        .containsExactly(Reason.Kind.LOCAL_CLOCK_NOT_STALE);
  }

  @Test
  void a_jump_of_the_own_clock_alone_promotes_nobody() {
    Site replica = Site.replica(CONFIG);
    replica.delivers(replica.renewalOf(Site.BASEMENT, 1, Set.of(), CONFIG));
    replica.beat();
    long serverMs = replica.serverMs();
    replica.nowMs += 3_600_000;
    replica.echoes(serverMs + 10);
    assertThat(replica.wrote(Purpose.PROMOTE)).isFalse();
    assertThat(replica.refusalOf(Transition.PROMOTE))
        .containsExactly(Reason.Kind.SERVER_CLOCK_NOT_STALE);
  }

  @Test
  void a_new_session_begins_the_wait_anew() {
    Site replica = Site.replica(CONFIG);
    LeaseRecord renewal = replica.renewalOf(Site.BASEMENT, 1, Set.of(), CONFIG);
    replica.delivers(renewal);
    long revision = replica.sequence;
    long stampMs = replica.serverMs();
    replica.passQuietly(4_000);
    replica.beginsSession();
    replica.happens(now -> new Event.LeaseDelivered(now, new Stored(revision, stampMs, renewal)));
    replica.happens(Event.WatchListed::new);
    replica.passQuietly(5_000);
    assertThat(replica.wrote(Purpose.PROMOTE)).isFalse();
    replica.passQuietly(1_000);
    assertThat(replica.wrote(Purpose.PROMOTE)).isTrue();
  }

  @Test
  void a_duplicate_delivery_is_no_renewal() {
    Site replica = Site.replica(CONFIG);
    LeaseRecord renewal = replica.renewalOf(Site.BASEMENT, 1, Set.of(), CONFIG);
    replica.delivers(renewal);
    Stored twice = new Stored(replica.sequence, replica.serverMs(), renewal);
    replica.passQuietly(5_000);
    replica.happens(now -> new Event.LeaseDelivered(now, twice));
    replica.passQuietly(1_000);
    assertThat(replica.wrote(Purpose.PROMOTE)).isTrue();
  }

  @Test
  void a_lagging_or_unsynced_or_foreign_standby_is_told_every_reason() {
    ClusterConfig sync = Site.config(Site.ADR, ReplicationMode.SYNC, FailbackMode.MANUAL, true);
    Site replica = Site.booted(Site.CLOUD, sync);
    LeaseRecord far =
        new LeaseRecord(
            3,
            java.util.Optional.of(Site.BASEMENT),
            Site.BASEMENT,
            LeaseStatus.HEALTHY,
            1,
            9_000_000,
            7,
            ReplicationMode.SYNC,
            Set.of(),
            1,
            1,
            5_000,
            new Claim(Site.BASEMENT, "elsewhere", 1),
            Purpose.RENEW);
    replica.delivers(far);
    replica.passQuietly(7_000);
    assertThat(replica.refusalOf(Transition.PROMOTE))
        .containsExactly(
            Reason.Kind.PAUSED,
            Reason.Kind.NOT_RUNNING_AS_STANDBY,
            Reason.Kind.WRONG_TIMELINE,
            Reason.Kind.NEVER_STREAMED_IN_EPOCH,
            Reason.Kind.LAGS,
            Reason.Kind.NOT_IN_SYNC_SITES);
  }

  @Test
  void a_watch_that_says_nothing_for_four_heartbeats_is_restarted() {
    Site replica = Site.replica(CONFIG);
    for (int i = 0; i < 5; i++) {
      replica.beat();
    }
    assertThat(replica.all(Action.RestartWatch.class)).hasSize(1);
  }

  @Test
  void a_forced_failover_overrides_the_data_but_not_the_clocks_and_only_for_a_while() {
    ClusterConfig strict =
        Site.config(Site.ADR, ReplicationMode.SYNC_STRICT, FailbackMode.MANUAL, true);
    Site replica = Site.replica(strict);
    replica.delivers(replica.renewalOf(Site.BASEMENT, 1, Set.of(), strict));
    replica.happens(Event.FailoverForced::new);
    replica.passQuietly(4_000);
    assertThat(replica.wrote(Purpose.PROMOTE)).isFalse();
    replica.passQuietly(3_000);
    assertThat(replica.wrote(Purpose.PROMOTE)).isTrue();

    Site late = Site.replica(strict);
    late.happens(Event.FailoverForced::new);
    for (int i = 0; i < 16; i++) {
      late.delivers(late.renewalOf(Site.BASEMENT, 1, Set.of(), strict));
      late.beats();
    }
    late.passQuietly(10_000);
    assertThat(late.wrote(Purpose.PROMOTE)).as("the consent is over").isFalse();
  }
}
