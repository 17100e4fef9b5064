package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.Heartbeat;
import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.core.status.ResourceStatus;
import io.harmonyagent.testbed.Testbed;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One resource's trouble is its own: others go on, heartbeats go on, the status tells. */
class IsolationIT {
  @RegisterExtension static final Testbed bed = Testbed.withNats(1);

  /** More than the device has cores, so that they would starve the others if they could. */
  private static final int HANGING = 12;

  private static ControlPlane control;

  @BeforeAll
  static void start_the_mesh() {
    control = ControlPlane.start(bed);
  }

  @Test
  void a_full_disk_is_reported_and_work_goes_on_by_itself_once_there_is_room() {
    Device device = Device.prepare(bed, "full", "heartbeat_interval: 200ms\n");
    device.startAgent();
    control.want("full", ControlPlane.oneFile(1, "/srv/full", "before"));
    control.awaitConverged("full", 1);
    device.pi().fillDisk();

    control.want("full", ControlPlane.oneFile(2, "/srv/full", "after"));

    AgentStatus status =
        bed.eventually(
            Duration.ofSeconds(10),
            () -> control.status("full").orElseThrow(),
            s -> s.rejected().isPresent() || !s.hasConverged(1));
    assertThat(status.rejected().map(r -> r.message()).orElse("") + failure(status))
        .containsIgnoringCase("no space left");
    assertThat(device.pi().read("/srv/full")).isEqualTo("before");
    heartbeatsGoOn("full");

    device.pi().freeDisk();
    control.awaitConverged("full", 2);
    assertThat(device.pi().read("/srv/full")).isEqualTo("after");
  }

  @Test
  void resources_that_hang_are_given_up_at_their_deadline_and_delay_nobody() {
    Device device =
        Device.prepare(
            bed, "stuck", "heartbeat_interval: 200ms\ndeadline: 2s\npass_interval: 500ms\n");
    device
        .pi()
        .run("sh", "-c", "mkdir -p /srv/real /srv/hang && bindfs /srv/real /srv/hang")
        .orFail();
    device.startAgent();
    StringBuilder resources = new StringBuilder(file("free", "/srv/free"));
    for (int i = 0; i < HANGING; i++) {
      resources.append(",").append(file("hang-" + i, "/srv/hang/" + i));
    }
    control.want("stuck", "{\"generation\": 1, \"resources\": [" + resources + "]}");
    control.awaitConverged("stuck", 1);
    long fileSystem = Long.parseLong(device.pi().run("pidof", "bindfs").orFail().text());

    // From here on every look at /srv/hang waits for a process that does not answer.
    device.pi().freeze(fileSystem);
    bed.eventually(
        Duration.ofSeconds(15),
        () ->
            control.status("stuck").orElseThrow().resources().values().stream()
                    .filter(IsolationIT::gaveUp)
                    .count()
                == HANGING);
    device.pi().write("/srv/free", "tampered");

    device.awaitContent("/srv/free", "x");
    heartbeatsGoOn("stuck");
    // The second try would come within seconds: it is not begun while the first one hangs.
    bed.eventually(
        Duration.ofSeconds(15),
        () ->
            control.status("stuck").orElseThrow().resources().values().stream()
                    .filter(s -> s.state().toString().contains("still hangs"))
                    .count()
                == HANGING);
    device.pi().thaw(fileSystem);
    control.awaitConverged("stuck", 1);
  }

  private static boolean gaveUp(ResourceStatus status) {
    return status.state() instanceof ResourceState.Failed failed
        && failed.error().code().equals("DeadlineExceeded");
  }

  private static String file(String id, String path) {
    return """
        {"id": "%s", "spec": {"kind": "File", "path": "%s", "content": {"inline": "x"}}}"""
        .formatted(id, path);
  }

  private static void heartbeatsGoOn(String agent) {
    Heartbeat first = control.heartbeat(agent).orElseThrow();
    bed.eventually(
        Duration.ofSeconds(5),
        () -> control.heartbeat(agent).orElseThrow().at().isAfter(first.at()));
  }

  private static String failure(AgentStatus status) {
    ResourceStatus file = status.resources().get(new ResourceId("file"));
    return file != null && file.state() instanceof ResourceState.Failed failed
        ? failed.error().message()
        : "";
  }
}
