package io.harmonyagent.core.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.config.MeshConfig;
import io.harmonyagent.core.manifest.AgentId;
import io.nats.client.ErrorListener;
import io.nats.client.Options;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeshOptionsTest {
  @ParameterizedTest
  @CsvSource({
    "0,250",
    "1,500",
    "2,1000",
    "5,8000",
    "6,15000",
    "100,15000",
    "9223372036854775807,15000"
  })
  void the_wait_before_a_try_grows_to_its_bound(long tries, long longest) {
    assertThat(LongStream.range(0, 2_000).mapToObj(i -> MeshOptions.waitBeforeTry(tries)))
        .allSatisfy(
            wait -> assertThat(wait).isBetween(Duration.ofMillis(125), Duration.ofMillis(longest)));
  }

  @Test
  void the_wait_is_spread_over_all_of_its_range() {
    List<Duration> waits =
        LongStream.range(0, 2_000).mapToObj(i -> MeshOptions.waitBeforeTry(20)).toList();

    assertThat(waits).anyMatch(wait -> wait.compareTo(Duration.ofSeconds(2)) < 0);
    assertThat(waits).anyMatch(wait -> wait.compareTo(Duration.ofSeconds(13)) > 0);
  }

  @Test
  void it_reconnects_for_ever_keeps_no_writes_and_notices_a_dead_link() throws IOException {
    Options options =
        MeshOptions.build(
            new MeshConfig(
                List.of("nats://a:4222", "nats://b:4222"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()),
            "pi-1",
            (connection, event) -> {},
            new ErrorListener() {});

    assertThat(options.getMaxReconnect()).isEqualTo(-1);
    assertThat(options.getReconnectBufferSize()).isZero();
    assertThat(options.getPingInterval()).isLessThanOrEqualTo(Duration.ofSeconds(10));
    assertThat(options.getServers()).hasSize(2);
    assertThat(options.getInboxPrefix()).isEqualTo("_INBOX_pi-1.");
    assertThat(options.getSslContext()).isNull();
  }

  @Test
  void keys_are_the_documented_ones() {
    AgentId agent = new AgentId("pi-1");

    assertThat(Keys.desiredState(agent)).isEqualTo("desired-state.pi-1");
    assertThat(Keys.actualState(agent)).isEqualTo("actual-state.pi-1");
    assertThat(Keys.heartbeat(agent)).isEqualTo("heartbeat.pi-1");
  }
}
