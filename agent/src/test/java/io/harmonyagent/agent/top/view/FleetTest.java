package io.harmonyagent.agent.top.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.manifest.AgentId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FleetTest {
  private static final Instant NOW = Scene.NOON;
  private static final AgentId PI = new AgentId("pi");

  private final Fleet fleet = new Fleet();

  @Test
  void an_agent_without_heartbeat_for_three_intervals_is_offline() {
    say(digest(1, true, false, false));

    beat(Duration.ofSeconds(90));
    assertThat(health()).isEqualTo(Health.READY);
    beat(Duration.ofMillis(90_001));
    assertThat(health()).isEqualTo(Health.OFFLINE);
  }

  @Test
  void one_that_was_stopped_is_not_lost() {
    say(digest(1, true, false, true));
    assertThat(health()).isEqualTo(Health.STOPPED);

    beat(Duration.ofSeconds(1));
    assertThat(health()).isEqualTo(Health.READY);
  }

  @Test
  void ready_is_only_who_has_what_is_wanted() {
    beat(Duration.ofSeconds(1));
    assertThat(health()).isEqualTo(Health.UNKNOWN);
    say(digest(1, true, false, false));
    assertThat(health()).isEqualTo(Health.READY);
    fleet.update(PI, agent -> agent.wanting(Optional.of(2L)));
    assertThat(health()).isEqualTo(Health.RECONCILING);
    say(digest(2, false, true, false));
    assertThat(health()).isEqualTo(Health.DEGRADED);
  }

  @Test
  void a_new_listing_forgets_who_is_not_in_it_but_only_at_its_end() {
    say(digest(1, true, false, false));
    fleet.update(new AgentId("other"), agent -> agent.wanting(Optional.of(1L)));
    fleet.endListing();

    fleet.beginListing();
    beat(Duration.ofSeconds(1));
    assertThat(fleet.agents()).hasSize(2);
    fleet.endListing();

    assertThat(fleet.agents()).extracting(AgentEntry::id).containsExactly(PI);
    assertThat(fleet.find(PI).orElseThrow().said()).isEmpty();
  }

  @Test
  void who_has_no_key_left_is_gone() {
    say(digest(1, true, false, false));
    fleet.update(PI, agent -> agent.saying(Optional.empty()));

    assertThat(fleet.agents()).isEmpty();
  }

  @Test
  void a_fleet_beyond_all_measure_is_cut_and_that_is_known() {
    for (int i = 0; i <= Fleet.MOST_AGENTS; i++) {
      fleet.update(new AgentId("pi-" + i), agent -> agent.wanting(Optional.of(1L)));
    }

    assertThat(fleet.agents()).hasSize(Fleet.MOST_AGENTS);
    assertThat(fleet.hasOmitted()).isTrue();
  }

  private void say(Digest digest) {
    fleet.update(PI, agent -> agent.saying(Optional.of(digest)));
  }

  private void beat(Duration age) {
    fleet.update(PI, agent -> agent.beating(Optional.of(NOW.minus(age))));
  }

  private Health health() {
    return fleet.find(PI).orElseThrow().health(NOW);
  }

  private static Digest digest(long generation, boolean ready, boolean degraded, boolean stopped) {
    return new Digest(generation, generation, ready, degraded, stopped, 1, 1, "");
  }
}
