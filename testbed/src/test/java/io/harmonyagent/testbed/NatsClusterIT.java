package io.harmonyagent.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.Connection;
import io.nats.client.KeyValue;
import io.nats.client.api.KeyValueConfiguration;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What three NATS servers promise: a cluster that elects a leader and outlives one of its members.
 */
class NatsClusterIT {
  @RegisterExtension static final Testbed bed = Testbed.withNats(3);

  private static final Duration ELECTION = Duration.ofSeconds(30);

  @Test
  void a_replicated_bucket_outlives_the_leader() throws Exception {
    Connection connection = bed.nats().connect();
    connection
        .keyValueManagement()
        .create(KeyValueConfiguration.builder().name("fleet").replicas(3).build());
    KeyValue bucket = connection.keyValue("fleet");
    bucket.put("key", "before");
    NatsNode leader =
        bed.eventually(ELECTION, () -> bed.nats().leader(), found -> found.isPresent()).get();

    leader.kill();

    bed.eventually(ELECTION, () -> bucket.put("key", "after"), revision -> revision > 1);
    bed.eventually(
        ELECTION, () -> bed.nats().leader(), next -> next.isPresent() && next.get() != leader);
    leader.start();
    bed.nats().awaitHealthy();
    assertThat(bucket.get("key").getValueAsString()).isEqualTo("after");
  }
}
