package io.harmonyagent.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.mesh.MeshUnavailable;
import io.harmonyagent.failover.core.Claim;
import io.harmonyagent.failover.core.LeaseRecord;
import io.harmonyagent.failover.core.LeaseStatus;
import io.harmonyagent.failover.core.Purpose;
import io.harmonyagent.failover.core.ReplicationMode;
import io.harmonyagent.failover.core.SiteId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Waiting for a site to lead, while the mesh comes and goes. */
class LeaderWatchTest {
  @Test
  void who_waits_for_a_leader_survives_a_mesh_that_is_away_and_says_so() throws Exception {
    long[] nanos = {0};
    Countdown countdown = new Countdown(Duration.ofSeconds(60), () -> nanos[0]);
    List<String> said = new ArrayList<>();
    LeaderWatch watch =
        new LeaderWatch(
            new SiteId("b"),
            () -> {
              nanos[0] += Duration.ofSeconds(2).toNanos();
              if (nanos[0] < Duration.ofSeconds(3).toNanos()) {
                throw new MeshUnavailable("no servers");
              }
              return Optional.of(lease(nanos[0] < Duration.ofSeconds(5).toNanos() ? "a" : "b"));
            });

    assertThat(watch.await(countdown, Duration.ZERO, said::add)).isTrue();
    assertThat(watch.leader()).contains(new SiteId("b"));
    assertThat(said)
        .containsExactly(
            "b does not lead after 2 s: no servers", "b does not lead after 4 s: a is healthy");
  }

  @Test
  void who_waits_for_a_leader_gives_up_in_time() throws Exception {
    long[] nanos = {0};
    LeaderWatch watch =
        new LeaderWatch(
            new SiteId("b"),
            () -> {
              nanos[0] += Duration.ofSeconds(2).toNanos();
              throw new MeshUnavailable("no servers");
            });

    assertThat(
            watch.await(
                new Countdown(Duration.ofSeconds(5), () -> nanos[0]), Duration.ZERO, _ -> {}))
        .isFalse();
    assertThat(watch.leader()).isEmpty();
  }

  private static LeaseRecord lease(String site) {
    SiteId id = new SiteId(site);
    return new LeaseRecord(
        1,
        Optional.of(id),
        id,
        LeaseStatus.HEALTHY,
        1,
        1,
        1,
        ReplicationMode.ASYNC,
        Set.of(),
        1,
        1,
        1,
        new Claim(id, "boot", 1),
        Purpose.RENEW);
  }
}
