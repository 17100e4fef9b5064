package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.Rejection;
import io.harmonyagent.testbed.NatsConfig;
import io.harmonyagent.testbed.Testbed;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A bad manifest is rejected whole, with the place; the one before stays in force. */
class BadInputIT {
  @RegisterExtension
  static final Testbed bed = Testbed.withNats(1, NatsConfig.plain().config("max_payload: 4194304"));

  private static ControlPlane control;
  private static Device device;
  private static long generation;

  @BeforeAll
  static void a_device_that_has_converged() {
    control = ControlPlane.start(bed);
    device = Device.running(bed, "barn");
    accept_a_good_one();
  }

  @Test
  void not_json() {
    assertThat(rejected("{\"generation\": 99,,}", "InvalidManifest").message())
        .contains("is not JSON")
        .contains("manifest:1:");
  }

  @Test
  void larger_than_the_limit() {
    String tooLarge = ControlPlane.oneFile(99, "/etc/big", "x".repeat(1024 * 1024));
    Rejection rejection = rejected(tooLarge, "TooLarge");
    assertThat(rejection.message()).contains("1048576");
  }

  @Test
  void a_wrong_type() {
    String wrong = ControlPlane.oneFile(99, "/etc/x", "y").replace("\"/etc/x\"", "7");
    Rejection rejection = rejected(wrong, "InvalidManifest");
    assertThat(rejection.pointer()).isEqualTo("/resources/0/spec/path");
    assertThat(rejection.message()).contains("must be a text, is a number");
    assertThat(rejection.generation()).isEqualTo(Optional.of(99L));
  }

  @Test
  void a_duplicate_id() {
    String file =
        "{\"id\": \"a\", \"spec\": {\"kind\": \"File\", \"path\": \"/etc/%s\","
            + " \"content\": {\"inline\": \"\"}}}";
    String twice =
        "{\"generation\": 99, \"resources\": ["
            + file.formatted("a")
            + ","
            + file.formatted("b")
            + "]}";
    assertThat(rejected(twice, "InvalidManifest").pointer()).isEqualTo("/resources/1/id");
  }

  @Test
  void a_lower_generation_unless_a_rollback_is_meant() {
    accept_a_good_one();
    long lower = generation - 1;
    String older = ControlPlane.oneFile(lower, "/etc/barn", "older");

    assertThat(rejected(older, "StaleGeneration").pointer()).isEqualTo("/generation");

    control.want("barn", older.replaceFirst("\\{", "{\"rollback\": true, "));
    generation = lower;
    control.awaitConverged("barn", lower);
    assertThat(device.pi().read("/etc/barn")).isEqualTo("older");
  }

  @Test
  void bytes_that_are_not_even_text() {
    control.want("barn", new byte[] {(byte) 0xff, 0, (byte) 0xfe, 1, 2, 3});
    AgentStatus status = control.awaitRejected("barn", "InvalidManifest");
    assertThat(status.manifestGeneration()).isEqualTo(generation);
    accept_a_good_one();
  }

  /** What all of them have in common: the old one stays in force, and a good one is taken after. */
  private static Rejection rejected(String manifest, String reason) {
    control.want("barn", manifest);
    AgentStatus status = control.awaitRejected("barn", reason);
    assertThat(status.manifestGeneration()).isEqualTo(generation);
    assertThat(device.pi().read("/etc/barn")).isEqualTo("good " + generation);
    assertThat(device.pi().isActive(Device.UNIT)).isTrue();
    accept_a_good_one();
    return status.rejected().orElseThrow();
  }

  private static void accept_a_good_one() {
    generation++;
    control.want("barn", ControlPlane.oneFile(generation, "/etc/barn", "good " + generation));
    control.awaitConverged("barn", generation);
    bed.eventually(
        Duration.ofSeconds(5), () -> control.status("barn").orElseThrow().rejected().isEmpty());
  }
}
