package io.harmonyagent.failover.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** S8, S12 and S14: a store that has lost writes is not believed until an operator says so. */
class StoreRollbackTest {
  private static final ClusterConfig CONFIG = Site.config(Site.ADR);

  /** The store forgot everything after the sequence, and a new session shows what is left. */
  private static void rollBack(Site site, long sequence, LeaseRecord left) {
    site.sequence = sequence;
    site.beginsSession();
    site.delivers(left);
    site.happens(Event.WatchListed::new);
  }

  private static Site safeReplica() {
    Site replica = Site.replica(CONFIG);
    LeaseRecord old = replica.renewalOf(Site.BASEMENT, 1, Set.of(), CONFIG);
    long sequence = replica.sequence;
    replica.passQuietly(3_000);
    rollBack(replica, sequence - 1, old);
    replica.beats();
    return replica;
  }

  @Test
  void a_new_write_with_a_number_that_was_seen_before_leads_to_safe() {
    Site replica = safeReplica();
    assertThat(replica.role()).isEqualTo(Role.SAFE);
    replica.passQuietly(60_000);
    assertThat(replica.all(Action.WriteLease.class)).isEmpty();
  }

  @Test
  void safe_is_on_disk_and_survives_a_reboot() {
    Site replica = safeReplica();
    Durable disk = replica.last(Action.Persist.class).orElseThrow().durable();
    assertThat(disk.safe()).isTrue();
    replica.state = State.unborn(Site.CLOUD, "boot-2");
    replica.starts(disk, OptionalLong.empty());
    assertThat(replica.role()).isEqualTo(Role.SAFE);
  }

  @Test
  void only_an_operator_leads_out_of_safe_and_old_epochs_are_not_used_again() {
    Site replica = safeReplica();
    replica.happens(Event.SafeLifted::new);
    assertThat(replica.role()).isEqualTo(Role.STANDBY);
    assertThat(replica.state.durable().safe()).isFalse();
    assertThat(replica.state.durable().epochFloor()).isEqualTo(1);
    assertThat(replica.state.durable().streamedEpoch()).isZero();
  }

  @Test
  void lifting_an_alarm_that_is_not_there_is_refused() {
    Site replica = Site.replica(CONFIG);
    replica.happens(Event.SafeLifted::new);
    assertThat(replica.refusalOf(Transition.LEAVE_SAFE)).containsExactly(Reason.Kind.NOT_SAFE);
  }

  @Test
  void a_lower_epoch_than_seen_leads_to_safe_though_its_revision_is_higher() {
    Site replica = Site.replica(CONFIG);
    replica.delivers(replica.renewalOf(Site.CLOUD, 7, Set.of(), CONFIG));
    rollBack(replica, replica.sequence, replica.renewalOf(Site.BASEMENT, 6, Set.of(), CONFIG));
    replica.beats();
    assertThat(replica.role()).isEqualTo(Role.SAFE);
  }

  @Test
  void what_a_watch_brings_that_was_given_up_is_remembered() {
    Site replica = Site.replica(CONFIG);
    replica.happens(Event.WatchLost::new);
    LeaseRecord left = replica.renewalOf(Site.BASEMENT, 1, Set.of(), CONFIG);
    replica.delivers(replica.renewalOf(Site.BASEMENT, 2, Set.of(), CONFIG));
    rollBack(replica, replica.sequence, left);
    replica.beats();
    assertThat(replica.role()).isEqualTo(Role.SAFE);
  }

  @Test
  void a_config_that_the_store_forgot_leads_to_safe() {
    Site replica = Site.replica(CONFIG);
    long known = replica.state.durable().config().orElseThrow().latestRevision();
    replica.happens(Event.WatchStarted::new);
    replica.happens(now -> new Event.ConfigDelivered(now, known - 1, CONFIG));
    replica.delivers(replica.renewalOf(Site.BASEMENT, 1, Set.of(), CONFIG));
    replica.happens(Event.WatchListed::new);
    replica.beats();
    assertThat(replica.role()).isEqualTo(Role.SAFE);
  }

  /** The store forgot the newest config, and another one got its number. */
  private static void replaceConfig(Site site) {
    long known = site.state.durable().config().orElseThrow().latestRevision();
    ClusterConfig other = Site.config(new Timing(2_000, 5, 1, 20_000, 200, 3_000));
    site.happens(Event.WatchStarted::new);
    site.happens(now -> new Event.ConfigDelivered(now, known, other));
  }

  @Test
  void another_config_with_the_number_of_one_that_was_seen_leads_to_safe() {
    // Found by hand: the two sites took each other's word about different configs.
    Site replica = Site.replica(CONFIG);
    replaceConfig(replica);
    assertThat(replica.role()).isEqualTo(Role.SAFE);
  }

  @Test
  void a_holder_does_not_go_on_under_a_config_whose_number_is_now_anothers() {
    Site primary = Site.primary(CONFIG);
    replaceConfig(primary);
    assertThat(primary.fenceCause()).isEqualTo(FenceCause.STORE_BEHIND);
    primary.happens(now -> new Event.Fenced(now, Site.view(PostgresMode.STOPPED)));
    assertThat(primary.role()).isEqualTo(Role.SAFE);
  }

  @Test
  void a_fence_that_runs_is_not_believed_because_the_store_lost_writes() {
    Site primary = Site.primary(CONFIG);
    primary.nowMs += 3_000;
    primary.tick();
    replaceConfig(primary);
    assertThat(primary.role()).isEqualTo(Role.FENCING);
    assertThat(primary.state.durable().safe()).isTrue();
  }

  @Test
  void the_other_sites_memory_counts_too() {
    Site replica = Site.replica(CONFIG);
    SiteReport remembers =
        new SiteReport(
            Site.BASEMENT, "elsewhere", 1, Role.FENCED, 0, 0, 1, false, 0, 0, 0, 9_999, 4);
    replica.hears(remembers);
    replica.beats();
    assertThat(replica.role()).isEqualTo(Role.SAFE);
  }

  @Test
  void a_primary_whose_ack_has_an_old_number_fences_itself_and_ends_in_safe() {
    Site primary = Site.primary(CONFIG);
    primary.hears(primary.reportOf(Site.CLOUD, Site.streaming(5_000), 1));
    primary.beat();
    primary.sequence -= 1;
    primary.acks();
    assertThat(primary.role()).isEqualTo(Role.FENCING);
    assertThat(primary.fenceCause()).isEqualTo(FenceCause.STORE_BEHIND);
    primary.happens(now -> new Event.Fenced(now, Site.view(PostgresMode.STOPPED)));
    assertThat(primary.role()).isEqualTo(Role.SAFE);
  }

  @Test
  void a_stale_listing_is_no_rollback() {
    Site replica = Site.replica(CONFIG);
    LeaseRecord old = replica.renewalOf(Site.BASEMENT, 1, Set.of(), CONFIG);
    replica.delivers(old);
    long oldRevision = replica.sequence;
    LeaseRecord newer = replica.renewalOf(Site.BASEMENT, 1, Set.of(), CONFIG);
    replica.delivers(newer);
    long newerRevision = replica.sequence;
    replica.beginsSession();
    replica.happens(now -> new Event.LeaseDelivered(now, new Stored(oldRevision, 0, old)));
    replica.happens(Event.WatchListed::new);
    replica.happens(now -> new Event.LeaseDelivered(now, new Stored(newerRevision, 0, newer)));
    replica.beats();
    assertThat(replica.role()).isEqualTo(Role.STANDBY);
  }

  @Test
  void a_fenced_holder_waits_in_a_new_session_before_it_reclaims() {
    Site primary = Site.primary(CONFIG);
    LeaseRecord mine = primary.state.lease().orElseThrow().stored().orElseThrow().lease();
    long revision = primary.state.lease().orElseThrow().revision();
    primary.nowMs += 3_000;
    primary.tick();
    primary.postgres = Site.view(PostgresMode.STOPPED);
    primary.happens(now -> new Event.Fenced(now, primary.postgres));
    primary.beginsSession();
    primary.happens(now -> new Event.LeaseDelivered(now, new Stored(revision, 0, mine)));
    primary.happens(Event.WatchListed::new);
    primary.passQuietly(4_000);
    assertThat(primary.refusalOf(Transition.RECLAIM))
        .containsExactly(Reason.Kind.SESSION_TOO_YOUNG);
    primary.passQuietly(2_000);
    assertThat(primary.wrote(Purpose.RECLAIM)).isTrue();
  }

  @Test
  void a_holder_builds_on_nothing_that_its_session_has_not_shown() {
    Site primary = Site.primary(CONFIG);
    Stored mine = primary.state.lease().orElseThrow().stored().orElseThrow();
    primary.beginsSession();
    primary.actions.clear();

    primary.beat();
    assertThat(primary.wrote(Purpose.RENEW)).as("the listing did not bring it yet").isFalse();

    primary.happens(now -> new Event.LeaseDelivered(now, mine));
    assertThat(primary.wrote(Purpose.RENEW)).as("now it did").isTrue();
  }

  @Test
  void another_record_under_the_number_of_ours_is_not_built_on() {
    Site primary = Site.primary(CONFIG);
    long revision = primary.sequence;
    primary.beginsSession();
    primary.actions.clear();
    LeaseRecord other = primary.renewalOf(Site.CLOUD, 2, Set.of(), CONFIG);

    primary.happens(now -> new Event.LeaseDelivered(now, new Stored(revision, 1, other)));
    primary.beat();

    assertThat(primary.wrote(Purpose.RENEW)).isFalse();
  }

  @Test
  void a_write_of_an_earlier_session_is_not_tried_again() {
    Site primary = Site.primary(CONFIG);
    primary.beat();
    assertThat(primary.wrote(Purpose.RENEW)).isTrue();
    Claim claim = primary.lastWrite().lease().claim();
    primary.beginsSession();
    primary.actions.clear();

    primary.happens(now -> new Event.CasAnswered(now, claim, new CasOutcome.InFlight()));

    assertThat(primary.wrote(Purpose.RENEW)).isFalse();
  }
}
