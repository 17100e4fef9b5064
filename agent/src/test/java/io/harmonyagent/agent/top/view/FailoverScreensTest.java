package io.harmonyagent.agent.top.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.agent.terminal.Key.Named;
import io.harmonyagent.failover.core.Claim;
import io.harmonyagent.failover.core.ClusterConfig;
import io.harmonyagent.failover.core.FailbackMode;
import io.harmonyagent.failover.core.LeaseRecord;
import io.harmonyagent.failover.core.LeaseStatus;
import io.harmonyagent.failover.core.Purpose;
import io.harmonyagent.failover.core.ReplicationMode;
import io.harmonyagent.failover.core.Role;
import io.harmonyagent.failover.core.SiteId;
import io.harmonyagent.failover.core.SiteReport;
import io.harmonyagent.failover.core.Stored;
import io.harmonyagent.failover.core.Timing;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A failover of a cluster, as somebody sees it who looks later. */
class FailoverScreensTest {
  private static final SiteId NORTH = new SiteId("north");
  private static final SiteId SOUTH = new SiteId("south");
  private long revision;

  @Test
  void a_cluster_shows_who_leads_and_how_it_came_to_that() throws IOException {
    assertThat(failedOver().type("f").screen()).isEqualTo(Scene.expected("cluster-80x24"));
  }

  @Test
  void a_lease_that_is_not_renewed_grows_a_bar_until_the_other_may_take_over() {
    Scene scene = failedOver().type("f").later(Duration.ofSeconds(60));

    assertThat(scene.screen()).contains("renewed     1m ago", "▂▂▂▂▂▂▇▂▂▂▂▂▂█");
  }

  @Test
  void several_clusters_are_listed_and_chosen_from() {
    Scene scene = failedOver();
    lease(scene, "billing", NORTH, 1, Purpose.CREATE, 10);

    assertThat(scene.type("f").screen())
        .contains(
            " CLUSTER  LEADER           EPOCH  STATUS    BEAT LAG",
            " billing  north            1      healthy   10s  -",
            " orders   south            8      healthy   2s   16.0 MiB");
    assertThat(scene.press(Named.DOWN, Named.ENTER).screen()).contains("› failover › orders");
    assertThat(scene.type("f").press(Named.ESCAPE, Named.ESCAPE).screen()).contains("› fleet");
  }

  @Test
  void a_mesh_without_clusters_says_so() {
    assertThat(Scene.ofFive().type("f").screen()).contains("the mesh has no failover cluster");
  }

  private Scene failedOver() {
    Scene scene = Scene.ofFive();
    scene.hear(new News.ClustersListing());
    scene.hear(
        new News.Configured(
            "orders",
            new ClusterConfig(
                NORTH,
                SOUTH,
                new Timing(5_000, 2, 3, 30_000, 1_000, 5_000),
                ReplicationMode.ASYNC,
                1 << 20,
                FailbackMode.MANUAL,
                false)));
    for (int ago = 87; ago >= 57; ago -= 5) {
      lease(scene, "orders", NORTH, 7, Purpose.RENEW, ago);
    }
    scene.hear(
        new News.Decided(
            "orders",
            new Move(
                Scene.ago(40),
                "south",
                7,
                "promote refused",
                false,
                "by the server's clock the record is 17000 ms old, more than 20000 ms needed")));
    for (int ago = 32; ago >= 2; ago -= 5) {
      lease(scene, "orders", SOUTH, 8, ago == 32 ? Purpose.PROMOTE : Purpose.RENEW, ago);
    }
    scene.hear(
        new News.Reported(
            "orders",
            new SiteReport(
                NORTH, "boot", 9, Role.FENCED, 84_000_000, 84_000_000, 1, false, 7, 1, 1, 3, 7),
            Scene.ago(3)));
    return scene;
  }

  private void lease(
      Scene scene, String cluster, SiteId holder, long epoch, Purpose cause, long secondsAgo) {
    LeaseRecord lease =
        new LeaseRecord(
            epoch,
            Optional.of(holder),
            holder,
            LeaseStatus.HEALTHY,
            revision,
            100_777_216,
            epoch == 8 ? 2 : 1,
            ReplicationMode.ASYNC,
            Set.of(),
            1,
            1,
            30_000,
            new Claim(holder, "boot", 1),
            cause);
    scene.hear(
        new News.Leased(
            cluster, new Stored(++revision, Scene.ago(secondsAgo).toEpochMilli(), lease)));
  }
}
