package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.testbed.Output;
import io.harmonyagent.testbed.Testbed;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A device forgets what it was told to be, with or without what came of it. */
class ResetIT {
  @RegisterExtension static final Testbed bed = Testbed.withNats(1).switchingOff();

  private static final String WORKLOADS =
      """
      {"generation": 1, "resources": [
        {"id": "a", "spec": {"kind": "File", "path": "/etc/made", "content": {"inline": "x"}}},
        {"id": "b", "spec": {"kind": "SystemdUnit", "name": "made.service", "state": "active",
          "content": "[Service]\\nExecStart=/bin/sleep 100000\\n"}}]}
      """;

  private static ControlPlane control;

  @BeforeAll
  static void start_the_mesh() {
    control = ControlPlane.start(bed);
  }

  @Test
  void what_the_agent_made_goes_and_so_does_what_it_remembers() {
    Device device = converged("elm");

    assertThat(device.agent("reset").exitCode()).as("while it runs").isEqualTo(1);
    device.stopAgent();
    Output reset = device.agent("reset").orFail();

    assertThat(reset.out()).contains("deleted and forgotten");
    assertThat(device.pi().exists("/etc/made")).isFalse();
    assertThat(device.pi().isActive("made.service")).isFalse();
    assertThat(device.pi().run("ls", "-A", "/var/lib/harmony-agent").text()).isEmpty();

    device.startAgent();
    control.awaitConverged("elm", 1);
    bed.eventually(Duration.ofSeconds(20), () -> device.pi().exists("/etc/made"));
  }

  @Test
  void workloads_can_be_kept() {
    Device device = converged("oak");
    long pid = device.pi().mainPid("made.service");
    device.stopAgent();

    device.agent("reset", "--keep-workloads").orFail();

    assertThat(device.pi().read("/etc/made")).isEqualTo("x");
    assertThat(device.pi().mainPid("made.service")).isEqualTo(pid);
    assertThat(device.pi().run("ls", "-A", "/var/lib/harmony-agent").text()).isEmpty();
  }

  private static Device converged(String name) {
    Device device = Device.running(bed, name);
    control.want(name, WORKLOADS);
    control.awaitConverged(name, 1);
    return device;
  }
}
