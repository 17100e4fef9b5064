package io.harmonyagent.failover.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** S6: what makes a site wait longer comes first, what lets it hold on longer comes last. */
class ConfigOrderTest {
  private static final Timing SHORT = Site.ADR;
  private static final Timing LONG = new Timing(2_000, 5, 1, 20_000, 200, 3_000);

  private static ConfigInForce inForce(Timing timing) {
    return ConfigInForce.first(Site.config(timing), 5);
  }

  private static ConfigInForce heard(ConfigInForce config, long sequence, long seen, long held) {
    return config.settledBy(config.heardFromPeer(sequence, seen, held));
  }

  @Test
  void a_longer_wait_counts_at_once_and_a_longer_hold_only_when_the_other_has_seen_it() {
    ConfigInForce changed = inForce(SHORT).learn(Site.config(LONG), 6);
    assertThat(changed.waitMs()).isEqualTo(LONG.failoverTimeoutMs());
    assertThat(changed.holding()).isEqualTo(SHORT);
    assertThat(heard(changed, 9, 5, 5).holding()).isEqualTo(SHORT);
    assertThat(heard(changed, 9, 6, 5).holding()).isEqualTo(LONG);
  }

  @Test
  void a_shorter_hold_counts_at_once_and_a_shorter_wait_only_when_the_other_holds_under_it() {
    ConfigInForce changed = inForce(LONG).learn(Site.config(SHORT), 6);
    assertThat(changed.holding()).isEqualTo(SHORT);
    assertThat(changed.waitMs()).isEqualTo(LONG.failoverTimeoutMs());
    assertThat(heard(changed, 9, 6, 5).waitMs()).isEqualTo(LONG.failoverTimeoutMs());
    assertThat(heard(changed, 9, 6, 6).waitMs()).isEqualTo(SHORT.failoverTimeoutMs());
  }

  @Test
  void a_wait_covers_every_config_since_the_one_that_the_other_was_last_known_to_hold_under() {
    ConfigInForce twice = inForce(SHORT).learn(Site.config(LONG), 6).learn(Site.config(SHORT), 7);
    assertThat(heard(twice, 9, 7, 6).waitMs()).isEqualTo(LONG.failoverTimeoutMs());
    assertThat(heard(twice, 9, 7, 7).waitMs()).isEqualTo(SHORT.failoverTimeoutMs());
  }

  @Test
  void what_lets_a_site_wait_shorter_or_hold_longer_is_written_down() {
    Site primary = Site.primary(Site.config(SHORT));
    primary.sequence++;
    primary.happens(now -> new Event.ConfigDelivered(now, primary.sequence, Site.config(LONG)));
    long revision = primary.sequence;
    SiteReport report = primary.reportOf(Site.CLOUD, Site.streaming(5_000), 1);
    primary.actions.clear();
    primary.hears(Edit.knowing(report, revision));
    assertThat(primary.last(Action.Note.class).orElseThrow().evidence())
        .isInstanceOf(SettleEvidence.class);
    assertThat(primary.state.durable().config().orElseThrow().holding()).isEqualTo(LONG);
  }

  @Test
  void a_word_about_a_config_that_this_site_does_not_know_counts_for_nothing() {
    ConfigInForce longer = inForce(SHORT).learn(Site.config(LONG), 6);
    assertThat(heard(longer, 9, 50, 50).holding()).isEqualTo(SHORT);
    ConfigInForce shorter = inForce(LONG).learn(Site.config(SHORT), 6);
    assertThat(heard(shorter, 9, 50, 50).waitMs()).isEqualTo(LONG.failoverTimeoutMs());
  }

  @Test
  void what_was_written_before_an_operator_accepted_a_lossy_store_shortens_no_wait() {
    // Found by the simulation: an old report survived the loss, the config that it lacked did not.
    ConfigInForce lifted = inForce(LONG).acceptingAnyRevision().learn(Site.config(SHORT), 5);
    assertThat(heard(lifted, 20, 5, 5).waitMs()).as("no echo yet").isEqualTo(20_000);
    lifted = lifted.echoedAt(20);
    assertThat(heard(lifted, 20, 5, 5).waitMs()).isEqualTo(LONG.failoverTimeoutMs());
    assertThat(heard(lifted, 21, 5, 5).waitMs()).isEqualTo(SHORT.failoverTimeoutMs());
  }

  @Test
  void a_shorter_promise_binds_from_its_send_whether_or_not_its_ack_comes() {
    // Found by the simulation: the shorter promise was stored, its ack came too late, the holder
    // went on under the old lease, and the replica waited for the new one only.
    Site primary = Site.primary(Site.config(LONG));
    long oldDeadlineMs = primary.state.lease().orElseThrow().deadlineMs();
    primary.sequence++;
    primary.happens(now -> new Event.ConfigDelivered(now, primary.sequence, Site.config(SHORT)));
    primary.beat();

    long sentMs = primary.nowMs;
    Lease held = primary.state.lease().orElseThrow();
    assertThat(held.deadlineMs()).isEqualTo(sentMs + SHORT.holdMs()).isLessThan(oldDeadlineMs);
    assertThat(held.fenceMs()).isEqualTo(SHORT.fenceTimeoutMs());
    int armed = primary.actions.lastIndexOf(primary.last(Action.ArmDeadman.class).orElseThrow());
    int wrote = primary.actions.lastIndexOf(primary.lastWrite());
    assertThat(armed).as("the deadman before the write").isLessThan(wrote);
  }

  @Test
  void the_holders_own_promise_counts_for_a_replica_that_does_not_know_its_config() {
    ClusterConfig known = Site.config(SHORT);
    Site replica = Site.replica(known);
    replica.delivers(replica.renewalOf(Site.BASEMENT, 1, Set.of(), Site.config(LONG)));
    replica.passQuietly(19_000);
    assertThat(replica.wrote(Purpose.PROMOTE)).isFalse();
    replica.passQuietly(2_000);
    assertThat(replica.wrote(Purpose.PROMOTE)).isTrue();
  }
}
