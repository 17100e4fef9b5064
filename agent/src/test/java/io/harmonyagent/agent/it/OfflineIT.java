package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.testbed.Testbed;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Bad networks and power that fails. */
class OfflineIT {
  @RegisterExtension static final Testbed bed = Testbed.withNats(1);

  private static ControlPlane control;

  @BeforeAll
  static void start_the_mesh() {
    control = ControlPlane.start(bed);
  }

  @AfterEach
  void heal() {
    bed.heal();
  }

  @Test
  void a_device_that_boots_without_a_network_converges_from_what_it_accepted() {
    Device device = Device.running(bed, "field");
    control.want("field", ControlPlane.oneFile(7, "/etc/field", "sown"));
    control.awaitConverged("field", 7);

    device.pi().powerCut();
    device.pi().write("/etc/field", "garbage");
    device.pi().isolate();
    device.pi().boot();

    device.awaitContent("/etc/field", "sown");
    bed.eventually(
        Duration.ofSeconds(10),
        () -> device.agent("status", "-o", "json").out(),
        s -> s.contains("\"Offline\"") && s.contains("MeshUnreachable"));
    assertThat(device.agent("status").text()).contains("field  generation 7 of 7");
  }

  @Test
  void what_was_wanted_during_an_outage_is_done_after_it() {
    Device device = Device.running(bed, "meadow");
    control.want("meadow", ControlPlane.oneFile(1, "/etc/meadow", "before"));
    control.awaitConverged("meadow", 1);

    device.pi().isolate();
    control.want("meadow", ControlPlane.oneFile(2, "/etc/meadow", "after"));
    device.pi().write("/etc/meadow", "tampered while offline");
    device.awaitContent("/etc/meadow", "before");
    device.pi().heal();

    AgentStatus status = control.awaitConverged("meadow", 2);
    assertThat(status.rejected()).isEmpty();
    assertThat(device.pi().read("/etc/meadow")).isEqualTo("after");
  }

  @Test
  void a_server_that_comes_late_is_found() {
    Device device = Device.prepare(bed, "creek");
    bed.nats().stopAll();
    device.startAgent();
    assertThat(device.pi().isActive(Device.UNIT)).isTrue();

    bed.nats().startAll();
    bed.nats().awaitHealthy();

    control.want("creek", ControlPlane.oneFile(1, "/etc/creek", "flows"));
    control.awaitConverged("creek", 1);
  }

  @Test
  void a_bucket_that_comes_late_is_found() throws Exception {
    Device device = Device.prepare(bed, "pond");
    var streams = bed.nats().connect().jetStreamManagement();
    streams.deleteStream("KV_harmony_agents");
    device.startAgent();
    bed.eventually(
        Duration.ofSeconds(10), () -> device.journal().contains("cannot see the desired state"));

    control = ControlPlane.start(bed);
    control.want("pond", ControlPlane.oneFile(1, "/etc/pond", "full"));

    control.awaitConverged("pond", 1);
  }

  @Test
  void power_cuts_in_the_middle_of_changes_never_leave_a_torn_file_or_a_lost_manifest() {
    Device device = Device.running(bed, "well");
    String even = "0".repeat(20_000);
    String odd = "1".repeat(20_000);
    control.want("well", ControlPlane.oneFile(1, "/etc/well", even));
    control.awaitConverged("well", 1);
    long generation = 1;
    for (int cut = 0; cut < 5; cut++) {
      for (int change = 0; change < 10; change++) {
        generation++;
        control.want(
            "well",
            ControlPlane.oneFile(generation, "/etc/well", generation % 2 == 0 ? odd : even));
      }
      device.pi().powerCut();
      assertThat(device.pi().read("/etc/well")).isIn(even, odd);
      device.pi().boot();
      control.awaitConverged("well", generation);
    }
  }
}
