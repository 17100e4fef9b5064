package io.harmonyagent.failover.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** S10: listed last, unlisted first. */
class SyncModesTest {

  private static Site primary(ReplicationMode mode) {
    return Site.primary(Site.config(Site.ADR, mode, FailbackMode.MANUAL, false));
  }

  private static void beats(Site primary, PostgresView postgres) {
    primary.postgres = postgres;
    primary.beat();
    primary.acks();
  }

  private static boolean listed(Site primary) {
    return primary.lastWrite().lease().syncSites().contains(Site.CLOUD);
  }

  private static boolean lastWaiting(Site primary) {
    return primary.last(Action.WaitForPeer.class).orElseThrow().waiting();
  }

  private static Site listing(ReplicationMode mode) {
    Site primary = primary(mode);
    beats(primary, Site.writable(6_000, true, 6_000));
    primary.happens(now -> new Event.SyncApplied(now, primary.state.sync().ask(), true, 6_500));
    beats(primary, Site.writable(7_000, true, 6_499));
    assertThat(listed(primary)).as("not before it has what was acknowledged").isFalse();
    beats(primary, Site.writable(7_000, true, 6_500));
    assertThat(listed(primary)).isTrue();
    return primary;
  }

  @Test
  void the_replica_is_listed_only_after_commits_wait_and_it_has_everything_before() {
    Site primary = primary(ReplicationMode.SYNC);
    beats(primary, Site.writable(6_000, true, 6_000));
    assertThat(lastWaiting(primary)).isTrue();
    assertThat(listed(primary)).as("not before the waiting is confirmed").isFalse();
    assertThat(listed(listing(ReplicationMode.SYNC))).isTrue();
  }

  @Test
  void a_lost_replica_is_unlisted_first_and_only_the_ack_ends_the_waiting() {
    Site primary = listing(ReplicationMode.SYNC);
    primary.actions.clear();
    primary.postgres = Site.writable(8_000, false, 0);
    primary.beat();
    assertThat(listed(primary)).isFalse();
    assertThat(primary.all(Action.WaitForPeer.class)).isEmpty();
    primary.acks();
    assertThat(lastWaiting(primary)).isFalse();
  }

  @Test
  void an_unanswered_unlisting_keeps_commits_waiting() {
    Site primary = listing(ReplicationMode.SYNC);
    primary.actions.clear();
    primary.postgres = Site.writable(8_000, false, 0);
    primary.beat();
    primary.answers(new CasOutcome.Unknown());
    primary.nowMs += 900;
    primary.tick();
    assertThat(primary.all(Action.WaitForPeer.class)).isEmpty();
  }

  @Test
  void a_waiting_that_took_hold_and_was_taken_back_since_lists_nobody() {
    // Found by the simulation: on, off and on again were asked for before the first took hold.
    Site primary = primary(ReplicationMode.SYNC);
    beats(primary, Site.writable(6_000, true, 6_000));
    long firstAsk = primary.state.sync().ask();
    beats(primary, Site.writable(6_000, false, 0));
    beats(primary, Site.writable(6_000, true, 6_000));
    primary.happens(now -> new Event.SyncApplied(now, firstAsk, true, 6_000));
    beats(primary, Site.writable(7_000, true, 7_000));
    assertThat(listed(primary)).isFalse();

    primary.happens(now -> new Event.SyncApplied(now, primary.state.sync().ask(), true, 7_000));
    beats(primary, Site.writable(7_000, true, 7_000));
    assertThat(listed(primary)).isTrue();
  }

  @Test
  void a_replica_is_not_listed_while_somebody_else_lets_commits_not_wait() {
    for (ReplicationMode mode : List.of(ReplicationMode.SYNC, ReplicationMode.SYNC_STRICT)) {
      Site primary = listing(mode);
      primary.actions.clear();
      beats(primary, overruled(8_000));
      assertThat(listed(primary)).isFalse();
      assertThat(lastWaiting(primary)).as("it is asked for anew").isTrue();

      beats(primary, Site.writable(9_000, true, 9_000));
      assertThat(listed(primary)).as("what was confirmed before says nothing").isFalse();
      primary.happens(now -> new Event.SyncApplied(now, primary.state.sync().ask(), true, 9_500));
      beats(primary, Site.writable(9_600, true, 9_600));
      assertThat(listed(primary)).isTrue();
    }
  }

  @Test
  void a_restarted_agent_does_not_trust_a_waiting_that_it_does_not_see() {
    Site primary = restarted(ReplicationMode.SYNC_STRICT, Set.of(Site.CLOUD));
    beats(primary, overruled(8_000));
    assertThat(listed(primary)).isFalse();
  }

  private static PostgresView overruled(long lsn) {
    return new PostgresView(
        PostgresMode.WRITABLE, false, true, lsn, lsn, 1, false, true, lsn, false);
  }

  @Test
  void strict_never_stops_waiting_and_never_unlists() {
    Site primary = listing(ReplicationMode.SYNC_STRICT);
    primary.actions.clear();
    for (int i = 0; i < 10; i++) {
      beats(primary, Site.writable(8_000, false, 0));
    }
    assertThat(listed(primary)).isTrue();
    assertThat(primary.all(Action.WaitForPeer.class)).allMatch(Action.WaitForPeer::waiting);
  }

  @Test
  void an_older_record_of_ours_does_not_end_the_waiting() {
    // Found by the simulation: a restarted agent is shown its own record from before the listing.
    Site primary = listing(ReplicationMode.SYNC);
    primary.actions.clear();
    primary.postgres = Site.writable(8_000, true, 8_000);
    primary.happens(Event.WatchStarted::new);
    ClusterConfig config = primary.state.durable().config().orElseThrow().latest();
    primary.delivers(primary.renewalOf(Site.BASEMENT, 1, Set.of(), config));

    assertThat(primary.state.sync().mayBeListed()).isTrue();
  }

  @Test
  void a_restarted_agent_keeps_whom_its_record_lists_and_makes_sure_that_commits_wait() {
    for (ReplicationMode mode : List.of(ReplicationMode.SYNC, ReplicationMode.SYNC_STRICT)) {
      Site primary = restarted(mode, Set.of(Site.CLOUD));
      beats(primary, Site.writable(8_000, true, 8_000));
      assertThat(listed(primary)).isTrue();
      assertThat(lastWaiting(primary)).isTrue();

      primary.happens(now -> new Event.SyncApplied(now, primary.state.sync().ask(), true, 8_500));
      beats(primary, Site.writable(9_000, true, 8_500));
      assertThat(listed(primary)).isTrue();
    }
  }

  @Test
  void a_restarted_agent_lists_nobody_anew_before_commits_are_known_to_wait() {
    Site primary = restarted(ReplicationMode.SYNC, Set.of());
    beats(primary, Site.writable(8_000, true, 8_000));
    assertThat(listed(primary)).isFalse();
  }

  @Test
  void a_restarted_agent_takes_off_the_list_who_does_not_stream_and_only_then_stops_the_waiting() {
    Site primary = restarted(ReplicationMode.SYNC, Set.of(Site.CLOUD));
    primary.postgres = Site.writable(8_000, false, 0);
    primary.beat();
    assertThat(listed(primary)).isFalse();
    assertThat(primary.all(Action.WaitForPeer.class)).allMatch(Action.WaitForPeer::waiting);
    primary.acks();
    assertThat(lastWaiting(primary)).isFalse();
  }

  /** The agent alone began again, inside its deadline, and was shown its own record. */
  private static Site restarted(ReplicationMode mode, Set<SiteId> listed) {
    Site primary = listing(mode);
    Durable disk = primary.state.durable();
    OptionalLong deadlineMs = OptionalLong.of(primary.state.lease().orElseThrow().deadlineMs());
    primary.actions.clear();
    primary.state = State.unborn(Site.BASEMENT, "boot-2");
    primary.starts(disk, deadlineMs);
    primary.beginsSession();
    primary.delivers(
        primary.renewalOf(Site.BASEMENT, 1, listed, disk.config().orElseThrow().latest()));
    return primary;
  }

  @Test
  void async_lists_nobody() {
    Site primary = primary(ReplicationMode.ASYNC);
    beats(primary, Site.writable(6_000, true, 6_000));
    beats(primary, Site.writable(6_000, true, 6_000));
    assertThat(listed(primary)).isFalse();
    assertThat(primary.all(Action.WaitForPeer.class)).isEmpty();
  }

  @Test
  void a_strict_primary_opens_with_waiting_commits() {
    Site site =
        Site.booted(
            Site.BASEMENT,
            Site.config(Site.ADR, ReplicationMode.SYNC_STRICT, FailbackMode.MANUAL, false));
    for (int beat = 0; beat < 20 && !site.wrote(Purpose.CREATE); beat++) {
      site.beats();
    }
    site.acks();
    assertThat(site.last(Action.OpenForWrites.class)).contains(new Action.OpenForWrites(1, true));
  }
}
