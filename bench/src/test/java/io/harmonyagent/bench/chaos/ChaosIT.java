package io.harmonyagent.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.testbed.Testbed;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A few runs of {@code make chaos}, one in each mode: the leader's power cut, its PostgreSQL
 * killed, its agent frozen. {@code make chaos SEED=n} runs one again.
 */
class ChaosIT {
  private static final long HEARTBEAT_MS = 500;

  @RegisterExtension static final Testbed bed = Chaos.testbed();

  private static GuardedCluster cluster;

  @BeforeAll
  static void build() throws Exception {
    cluster = GuardedCluster.build(bed, Chaos.timing(HEARTBEAT_MS));
  }

  @ParameterizedTest
  @ValueSource(longs = {874, 1692, 2954})
  void never_two_writers_nothing_promised_is_lost_and_the_preferred_site_leads_again(long seed)
      throws InterruptedException {
    Run.Result result = new Run(bed, cluster, Plan.of(seed)).go();

    assertThat(result.isGood()).as("%s%n%s", result.plan(), Report.inFull(result)).isTrue();
  }
}
