package io.harmonyagent.failover.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** ADR 017-2: the counters, the three personalities, and its failure modes, with its numbers. */
class AdrCases0172Test {

  private static Timing thresholds(int failures, int successes) {
    long requiredMs = (failures + 1) * 1_000L + 1_500 + 300;
    return new Timing(1_000, failures, successes, requiredMs, 300, 1_500);
  }

  private static Site primary(int failures, int successes) {
    return Site.primary(Site.config(thresholds(failures, successes)));
  }

  /** One probe of the session log, and the counters after it. */
  private static String probe(Site primary, boolean ok) {
    primary.beat();
    if (ok) {
      primary.acks();
    }
    Beat judged = primary.state.beat().judged();
    return "f=%d s=%d".formatted(judged.failures(), judged.successes());
  }

  @Test
  void the_heartbeat_session_log_with_failure_threshold_3_and_success_threshold_2() {
    Site primary = primary(3, 2);
    List<String> log = new ArrayList<>();

    log.add("t=1 fail " + probe(primary, false));
    log.add("t=2 fail " + probe(primary, false));
    log.add("t=3 ok " + probe(primary, true));
    log.add("t=4 fail " + probe(primary, false));

    assertThat(log)
        .containsExactly(
            "t=1 fail f=1 s=0", "t=2 fail f=2 s=0", "t=3 ok f=0 s=1", "t=4 fail f=1 s=0");
    assertThat(primary.role()).as("STATUS UP").isEqualTo(Role.PRIMARY);
  }

  @Test
  void the_nervous_cluster_fences_at_a_single_missed_heartbeat() {
    Site nervous = primary(1, 1);
    nervous.beat();
    nervous.nowMs += 1_000;
    nervous.tick();
    assertThat(nervous.role()).isEqualTo(Role.FENCING);
    assertThat(nervous.fenceCause()).isIn(FenceCause.FAILURES, FenceCause.DEADLINE);
  }

  @Test
  void the_tank_must_be_broken_for_ten_seconds() {
    Site tank = primary(10, 1);
    for (int second = 1; second <= 10; second++) {
      assertThat(tank.role()).as("in second %d", second).isEqualTo(Role.PRIMARY);
      tank.beat();
    }
    tank.nowMs += 1_000;
    tank.tick();
    assertThat(tank.role()).isEqualTo(Role.FENCING);
  }

  @Test
  void the_sticky_cluster_needs_five_clean_checks_in_a_row_to_come_back() {
    Site sticky = primary(5, 5);
    for (int second = 0; second < 6; second++) {
      sticky.beatInVain();
    }
    assertThat(sticky.role()).as("hard to kill, but dead").isEqualTo(Role.FENCING);
    sticky.postgres = Site.view(PostgresMode.STOPPED);
    sticky.happens(now -> new Event.Fenced(now, sticky.postgres));
    sticky.actions.clear();

    for (int clean = 1; clean <= 4; clean++) {
      sticky.beats();
    }
    sticky.beat(); // One report gets lost: the count begins anew.
    for (int clean = 1; clean <= 4; clean++) {
      sticky.beats();
      assertThat(sticky.wrote(Purpose.RECLAIM)).as("after %d clean", clean).isFalse();
    }
    sticky.beats();

    assertThat(sticky.wrote(Purpose.RECLAIM)).isTrue();
    assertThat(sticky.last(Action.OpenForWrites.class)).as("renew first").isEmpty();
    sticky.acks();
    assertThat(sticky.last(Action.OpenForWrites.class)).as("then un-fence").isPresent();
  }

  @Test
  void a_threshold_of_100_lets_99_of_100_fail_and_stays_up() {
    Site lenient = primary(100, 1);
    for (int failed = 0; failed < 99; failed++) {
      lenient.beatInVain();
    }
    lenient.beat();
    lenient.acks();
    assertThat(lenient.role()).isEqualTo(Role.PRIMARY);
    assertThat(lenient.state.beat().failures()).isZero();
  }

  @Test
  void case_2_two_failures_then_a_success_with_failure_threshold_5_is_noise() {
    Site primary = primary(5, 1);
    assertThat(probe(primary, false)).startsWith("f=1");
    assertThat(probe(primary, false)).startsWith("f=2");
    assertThat(probe(primary, true)).startsWith("f=0");
    assertThat(primary.role()).isEqualTo(Role.PRIMARY);
  }

  @Test
  void case_3_slow_death_heartbeats_that_take_1_5_seconds_all_fail() {
    Site primary = primary(2, 1);
    for (int second = 0; second < 2; second++) {
      primary.beat();
      Claim slow = primary.lastWrite().lease().claim();
      primary.nowMs += 500;
      primary.tick();
      primary.nowMs += 1_000;
      long revision = ++primary.sequence;
      primary.happens(now -> new Event.CasAnswered(now, slow, new CasOutcome.Acked(revision, 0)));
    }
    primary.tick();
    assertThat(primary.role()).isEqualTo(Role.FENCING);
  }

  @Test
  void case_4_a_partitioned_replica_hears_no_echo_and_so_judges_nothing() {
    ClusterConfig config = Site.config(thresholds(2, 1));
    Site replica = Site.replica(config);
    replica.delivers(replica.renewalOf(Site.BASEMENT, 1, Set.of(), config));
    for (int second = 0; second < 60; second++) {
      replica.beat();
    }
    assertThat(replica.wrote(Purpose.PROMOTE)).isFalse();
    assertThat(replica.role()).isEqualTo(Role.STANDBY);
  }

  @Test
  void
      latency_of_30_seconds_then_one_good_heartbeat_does_not_bring_back_a_fenced_primary_at_once() {
    // The flapping note: ack after 30 s, fence after 50 s (here 5 of 10 s), one success in between.
    Timing slow = new Timing(10_000, 5, 3, 62_000, 200, 1_500);
    Site primary = Site.primary(Site.config(slow));
    for (int beat = 0; beat < 6; beat++) {
      primary.beatInVain();
    }
    assertThat(primary.role()).isEqualTo(Role.FENCING);
    primary.postgres = Site.view(PostgresMode.STOPPED);
    primary.happens(now -> new Event.Fenced(now, primary.postgres));
    primary.actions.clear();

    primary.beats();

    assertThat(primary.role()).isEqualTo(Role.FENCED);
    assertThat(primary.refusalOf(Transition.RECLAIM)).contains(Reason.Kind.TOO_FEW_SUCCESSES);
  }

  @Test
  void staleness_as_twice_the_time_before_fencing_is_only_accepted_when_the_fence_fits_into_it() {
    // failure threshold 2, heartbeat 1 s: fences after 2 s, so the replica would wait for 4 s.
    Timing fits = new Timing(1_000, 2, 1, 4_000, 100, 900);
    Timing tooLong = new Timing(1_000, 2, 1, 4_000, 100, 1_500);
    assertThat(ConfigCheck.problems(Site.config(fits), Site.BASEMENT)).isEmpty();
    assertThat(ConfigCheck.problems(Site.config(tooLong), Site.BASEMENT))
        .containsExactly("failover_timeout 4000 ms < 4600 ms = (2+1)·1000 + 1500 + 100");
  }
}
