package io.harmonyagent.failover.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** S4 and S5: which configs are safe, and how the others are refused. */
class ConfigCheckTest {

  private static List<String> problems(Timing timing) {
    return ConfigCheck.problems(Site.config(timing), Site.BASEMENT);
  }

  @Test
  void the_inequality_is_written_out_in_the_refusal() {
    assertThat(problems(new Timing(1_000, 2, 1, 5_000, 100, 5_000)))
        .containsExactly("failover_timeout 5000 ms < 8100 ms = (2+1)·1000 + 5000 + 100");
  }

  @Test
  void equality_is_enough() {
    assertThat(problems(new Timing(1_000, 2, 1, 8_100, 100, 5_000))).isEmpty();
    assertThat(problems(new Timing(1_000, 2, 1, 8_099, 100, 5_000))).hasSize(1);
  }

  @Test
  void the_adrs_numbers_are_safe_with_a_fence_of_one_and_a_half_seconds() {
    assertThat(problems(Site.ADR)).isEmpty();
  }

  @Test
  void a_margin_that_two_drifting_clocks_would_eat_is_refused() {
    assertThat(problems(new Timing(10_000, 10, 1, 120_000, 100, 5_000)))
        .containsExactly(
            "safety_margin 100 ms < 232 ms = 0.2003 % of 115000 + 1 (two clocks that drift apart)");
  }

  @Test
  void the_margin_covers_the_worst_two_clocks() {
    long spanMs = 115_000;
    double slowHolder = spanMs / 0.999;
    double fastReplica = (spanMs + ConfigCheck.driftAllowanceMs(spanMs)) / 1.001;
    assertThat(fastReplica).isGreaterThan(slowHolder + 0.9);
  }

  @Test
  void every_problem_is_told_at_once() {
    ClusterConfig config =
        new ClusterConfig(
            Site.CLOUD,
            Site.CLOUD,
            new Timing(10, 0, 101, 5_000, 100, 0),
            ReplicationMode.ASYNC,
            -1,
            FailbackMode.AUTO,
            false);
    assertThat(ConfigCheck.problems(config, Site.BASEMENT))
        .containsExactly(
            "neither primary_site_id nor replica_site_id is this site, site-a-basement",
            "primary_site_id and replica_site_id are both site-b-cloud",
            "heartbeat_timeout_ms 10 is not within 50 to 60000",
            "failure_threshold 0 is not within 1 to 100",
            "success_threshold 101 is not within 1 to 100",
            "fence_timeout_ms 0 is not within 1 to 3600000",
            "max_lag_bytes -1 is not within 0 to 9223372036854775807");
  }

  @Test
  void an_unsafe_config_is_refused_and_the_last_good_one_stays() {
    Site site = Site.booted(Site.BASEMENT, Site.config(Site.ADR));
    Timing unsafe = new Timing(1_000, 2, 1, 4_599, 100, 1_500);
    site.sequence++;
    site.happens(now -> new Event.ConfigDelivered(now, site.sequence, Site.config(unsafe)));
    assertThat(site.refusalOf(Transition.APPLY_CONFIG)).containsExactly(Reason.Kind.CONFIG_UNSAFE);
    assertThat(site.state.durable().config().orElseThrow().latest().timing()).isEqualTo(Site.ADR);
  }

  @Test
  void the_two_sites_may_swap_their_preference_but_no_third_may_come_in() {
    ClusterConfig before = Site.config(Site.ADR);
    ClusterConfig swapped = between(Site.CLOUD, Site.BASEMENT);
    ClusterConfig third = between(Site.BASEMENT, new SiteId("site-c-garage"));
    assertThat(new ConfigEvidence(swapped, 2, Site.BASEMENT, Optional.of(before)).problems())
        .isEmpty();
    assertThat(new ConfigEvidence(third, 2, Site.BASEMENT, Optional.of(before)).problems())
        .containsExactly(
            "the other site changes from site-b-cloud to site-c-garage:"
                + " it may hold a lease that the new one knows not");
  }

  private static ClusterConfig between(SiteId primary, SiteId replica) {
    return new ClusterConfig(
        primary, replica, Site.ADR, ReplicationMode.ASYNC, 0, FailbackMode.AUTO, false);
  }
}
