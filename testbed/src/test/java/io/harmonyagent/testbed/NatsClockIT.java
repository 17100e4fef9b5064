package io.harmonyagent.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.Connection;
import io.nats.client.KeyValue;
import io.nats.client.api.KeyValueConfiguration;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A server whose clock can be set stamps what it stores by that clock, and is a server still. */
class NatsClockIT {
  @RegisterExtension static final Testbed bed = Testbed.withNats(1, NatsConfig.plain().ownClocks());

  private static final Duration JUMP = Duration.ofMinutes(10);

  @AfterEach
  void setRight() {
    bed.nats().node(1).setClockAhead(Duration.ZERO);
  }

  @Test
  void its_clock_jumps_forward_and_back() throws Exception {
    KeyValue bucket = bucket("jumps");
    NatsNode node = bed.nats().node(1);

    assertThat(ahead(bucket)).isLessThan(Duration.ofMinutes(1));
    node.setClockAhead(JUMP);
    assertThat(ahead(bucket)).isGreaterThan(Duration.ofMinutes(9));
    node.setClockAhead(JUMP.negated());
    assertThat(ahead(bucket)).isLessThan(Duration.ofMinutes(-9));
  }

  @Test
  void it_can_still_be_frozen_thawed_killed_and_started() throws Exception {
    KeyValue bucket = bucket("lives");
    NatsNode node = bed.nats().node(1);

    node.freeze();
    assertThat(node.isHealthy()).isFalse();
    node.thaw();
    bed.eventually(Duration.ofSeconds(10), node::isHealthy);
    node.kill();
    node.start();
    bed.nats().awaitHealthy();

    bed.eventually(Duration.ofSeconds(10), () -> ahead(bucket), a -> a.abs().toMinutes() < 1);
  }

  private static KeyValue bucket(String name) throws Exception {
    Connection connection = bed.nats().connect();
    connection.keyValueManagement().create(KeyValueConfiguration.builder().name(name).build());
    return connection.keyValue(name);
  }

  private static Duration ahead(KeyValue bucket) throws Exception {
    bucket.put("key", "value");
    return Duration.between(Instant.now(), bucket.get("key").getCreated().toInstant());
  }
}
