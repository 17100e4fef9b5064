package io.harmonyagent.failover.lease;

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
import io.harmonyagent.failover.core.Timing;
import java.util.Optional;
import java.util.Set;

/** Records to write, each number another one, so that no two can be mixed up. */
final class Records {
  static final SiteId BASEMENT = new SiteId("site-a-basement");
  static final SiteId CLOUD = new SiteId("site-b-cloud");

  static final ClusterConfig CONFIG =
      new ClusterConfig(
          BASEMENT,
          CLOUD,
          new Timing(1_000, 2, 3, 5_000, 501, 1_499),
          ReplicationMode.SYNC_STRICT,
          1L << 40,
          FailbackMode.AUTO,
          true);

  static final SiteReport REPORT =
      new SiteReport(
          CLOUD, "boot-7", 11, Role.STANDBY, 12L << 40, 13, 14, true, 15, 16, 17, 18, 19);

  private Records() {}

  static LeaseRecord lease(long number) {
    return new LeaseRecord(
        21,
        Optional.of(BASEMENT),
        BASEMENT,
        LeaseStatus.HEALTHY,
        22,
        23L << 40,
        24,
        ReplicationMode.SYNC,
        Set.of(CLOUD),
        25,
        26,
        27,
        new Claim(BASEMENT, "boot-1", number),
        Purpose.RENEW);
  }

  static LeaseRecord released() {
    return new LeaseRecord(
        21,
        Optional.empty(),
        BASEMENT,
        LeaseStatus.RELEASED,
        22,
        23,
        24,
        ReplicationMode.ASYNC,
        Set.of(),
        25,
        26,
        27,
        new Claim(BASEMENT, "boot-1", 28),
        Purpose.RELEASE);
  }
}
