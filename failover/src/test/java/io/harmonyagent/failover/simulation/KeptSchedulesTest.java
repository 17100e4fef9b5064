package io.harmonyagent.failover.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.failover.core.ClusterConfig;
import io.harmonyagent.failover.core.Core;
import io.harmonyagent.failover.core.FailbackMode;
import io.harmonyagent.failover.core.FailoverCore;
import io.harmonyagent.failover.core.ReplicationMode;
import io.harmonyagent.failover.core.Timing;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * The schedules that once ended with two leases, two writers or lost commits, each in its smallest
 * form. The core without the rule that was added because of it still fails, so each one bites.
 */
class KeptSchedulesTest {
  private static final int A = 0;
  private static final int B = 1;

  /** ADR 017-3's numbers: fenced 4.5 s after the last renewal, taken over after 5 s. */
  private static final Timing SHORT = new Timing(1_000, 2, 1, 5_000, 100, 1_500);

  /** Fenced 15 s after the last renewal. */
  private static final Timing LONG = new Timing(2_000, 5, 1, 20_000, 200, 3_000);

  private static ClusterConfig config(Timing timing) {
    return config(timing, ReplicationMode.ASYNC);
  }

  private static ClusterConfig config(Timing timing, ReplicationMode replication) {
    return new ClusterConfig(
        Configs.SITE_A,
        Configs.SITE_B,
        timing,
        replication,
        1_000_000_000,
        FailbackMode.MANUAL,
        false);
  }

  private static void holds(Schedule schedule, Supplier<Core> brokenCore, String broken) {
    Timeline timeline = new Timeline();
    Result right = schedule.run(FailoverCore::new, timeline);
    assertThat(right.violation()).as(() -> String.join("\n", timeline.last(60))).isEmpty();
    Timeline wrong = new Timeline();
    Result result = schedule.run(brokenCore, wrong);
    assertThat(result.violation().orElse("nothing"))
        .as(() -> String.join("\n", wrong.last(60)))
        .startsWith(broken);
  }

  @Test
  void the_restored_record_names_a_holder_that_missed_the_promotion_of_the_other() {
    // B promotes itself while A is away. The store forgets it; A is back and finds its own name.
    holds(
        new Schedule(config(SHORT))
            .at(30, FaultKind.MESH_CUT, A, 9)
            .at(38.9, FaultKind.STORE_LOSES_WRITES, A, 0.25, 5),
        ClockMutants.NoQuietPeriod::new,
        "lease");
  }

  @Test
  void a_replica_that_was_away_finds_the_record_that_it_saw_last() {
    // A renews all the time, but the store forgets all of it that B has not seen.
    holds(
        new Schedule(config(SHORT))
            .at(30, FaultKind.MESH_CUT, B, 10)
            .at(39.9, FaultKind.STORE_LOSES_WRITES, A, 0.05, 10.2),
        ClockMutants.VetoSurvives::new,
        "lease");
  }

  @Test
  void an_agent_freezes_between_its_decision_and_the_opening() {
    // B has the lease and freezes. An operator makes A take over. B wakes up and opens.
    holds(
        new Schedule(config(SHORT))
            .at(20, FaultKind.POSTGRES_FENCES_SLOWLY, B, 200)
            .at(29, FaultKind.AGENT_PAUSED_BEFORE_OPENING, B, 60)
            .at(30, FaultKind.MESH_CUT, A, 8)
            .at(45, FaultKind.FAILOVER_FORCED, A, 0),
        LifeMutants.OpensUnguarded::new,
        "two writers");
  }

  @Test
  void a_shorter_promise_is_stored_but_its_holder_never_hears_of_it() {
    // A goes on under its old lease of 12 s; B waits for the 5 s that the new record promises.
    holds(
        new Schedule(config(LONG))
            .config(60, config(SHORT))
            .at(60.5, FaultKind.MESH_CUT_INWARD, A, 30)
            .at(61.1, FaultKind.AGENT_PAUSED, A, 30),
        ClockMutants.OldLeaseOutlives::new,
        "lease");
  }

  @Test
  void an_old_word_of_the_holder_survives_the_config_that_it_lacked() {
    // The longer config is forgotten, B is lifted out of SAFE at once, A still holds under it.
    holds(
        new Schedule(config(SHORT))
            .config(40, config(LONG))
            .at(60, FaultKind.STORE_LOSES_WRITES, A, 0, 20.1)
            .at(61.5, FaultKind.AGENT_PAUSED, A, 60)
            .at(62.1, world -> world.agents.get(B).liftSafe()),
        ClockMutants.TrustsOldWords::new,
        "lease");
  }

  @Test
  void a_site_is_lifted_out_of_safe_while_it_cannot_see_the_store() {
    // B does not know yet how much the store has forgotten; the old words are still to come.
    holds(
        new Schedule(config(SHORT))
            .at(30, FaultKind.STORE_LOSES_WRITES, A, 0, 1)
            .at(36, FaultKind.SAFE_LIFTED, A, 0)
            .config(46, config(LONG))
            .at(54, FaultKind.STORE_LOSES_WRITES, A, 1.3, 9)
            .at(54.5, FaultKind.SAFE_LIFTED, B, 0)
            .at(55.5, FaultKind.AGENT_PAUSED, A, 60),
        ClockMutants.LiftedInTheDark::new,
        "lease");
  }

  @Test
  void two_configs_get_the_same_number_and_each_site_knows_another_one() {
    // Only B hears of the longer config before the store forgets it; the next one takes its number.
    // B leads under the longer one while A is away, and the store forgets that, too.
    holds(
        new Schedule(config(SHORT))
            .at(39.2, FaultKind.MESH_CUT_INWARD, A, 0.9)
            .config(39.5, config(LONG))
            .at(39.55, FaultKind.STORE_LOSES_WRITES, A, 0.05, 0.1)
            .config(39.61, config(SHORT, ReplicationMode.SYNC))
            .at(70, FaultKind.SWITCHOVER_ASKED, A, 0)
            .at(70.6, FaultKind.MESH_CUT, A, 5)
            .at(75.5, FaultKind.STORE_LOSES_WRITES, A, 0.05, 5),
        ClockMutants.SameNumberSameConfig::new,
        "lease");
  }

  @Test
  void the_waiting_is_turned_on_off_and_on_before_it_takes_hold() {
    holds(
        new Schedule(config(SHORT, ReplicationMode.SYNC))
            .at(30, FaultKind.POSTGRES_RELOADS_SLOWLY, A, 100)
            .at(30.3, FaultKind.PEER_CUT, B, 1)
            .at(32.3, FaultKind.PEER_CUT, B, 1.9)
            .at(36.1, FaultKind.PEER_CUT, B, 60)
            .at(36.45, FaultKind.POWER_CUT, A, 60),
        LifeMutants.BelievesOldWaiting::new,
        "lost");
  }

  @Test
  void a_power_cut_soon_after_a_restart_of_the_agent_is_taken_over_in_sync_mode() {
    for (double cut = 40.5; cut < 43; cut += 0.25) {
      AtomicBoolean takenOver = new AtomicBoolean();
      Timeline timeline = new Timeline();
      Result result =
          new Schedule(config(SHORT, ReplicationMode.SYNC))
              .at(40, FaultKind.AGENT_RESTARTED, A, 0)
              .at(cut, FaultKind.POWER_CUT, A, 60)
              .at(60, world -> takenOver.set(world.hasWritablePrimary()))
              .run(FailoverCore::new, timeline);

      assertThat(result.violation()).isEmpty();
      assertThat(takenOver)
          .as("cut after %s s%n%s", cut - 40, String.join("\n", timeline.last(60)))
          .isTrue();
    }
  }
}
