package io.harmonyagent.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nats.client.Connection;
import io.nats.client.KeyValue;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.api.KeyValueConfiguration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a NATS server promises: it forgets nothing, can be hurt, admits whom it should, and is quick
 * to reach.
 */
class NatsIT {
  @RegisterExtension
  static final Testbed bed = Testbed.withNats(1, NatsConfig.plain().tls().onRealDisk());

  private static final Duration SOON = Duration.ofSeconds(10);

  @Test
  void it_stops_and_remembers() throws Exception {
    Connection connection = bed.nats().connect();
    connection.keyValueManagement().create(KeyValueConfiguration.builder().name("notes").build());
    KeyValue bucket = connection.keyValue("notes");
    bucket.put("key", "value");

    bed.nats().stopAll();
    assertThat(bed.nats().node(1).isHealthy()).isFalse();
    bed.nats().startAll();

    String value = bed.eventually(SOON, () -> bucket.get("key").getValueAsString(), text -> true);
    assertThat(value).isEqualTo("value");
  }

  @Test
  void it_answers_again_when_it_is_thawed() {
    NatsNode node = bed.nats().node(1);

    node.freeze();
    boolean answered = node.isHealthy();
    node.thaw();

    assertThat(answered).isFalse();
    bed.eventually(SOON, node::isHealthy);
  }

  @Test
  void it_refuses_a_client_whom_another_authority_signed(@TempDir Path folder) {
    Certificates strangers = Certificates.create(folder);
    Options stranger =
        bed.nats().options().sslContext(strangers.sslContext(strangers.issue("stranger"))).build();

    assertThatThrownBy(() -> Nats.connect(stranger)).isInstanceOf(IOException.class);
  }

  @Test
  void the_way_from_the_test_to_it_is_short() {
    Connection connection = bed.nats().connect();

    double[] millis =
        IntStream.range(0, 200).mapToDouble(round -> roundTripMs(connection)).sorted().toArray();

    System.out.printf("a round trip from the test to NATS: median %.3f ms%n", millis[100]);
    assertThat(millis[100]).isLessThan(1.0);
  }

  private static double roundTripMs(Connection connection) {
    try {
      return connection.RTT().toNanos() / 1e6;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
