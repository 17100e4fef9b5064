package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.status.Heartbeat;
import io.harmonyagent.testbed.Pi;
import io.harmonyagent.testbed.Testbed;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What users of other agents suffer from, and do not have to suffer from here. Pains that belong to
 * one kind are in its own suite: pulls that fail, units that keep dying, disks that are too small.
 */
class PainsIT {
  @RegisterExtension static final Testbed bed = Testbed.withNats(1).switchingOff();

  private static ControlPlane control;

  @BeforeAll
  static void start_the_mesh() {
    control = ControlPlane.start(bed);
  }

  @Test
  void a_container_runtime_that_does_not_answer_delays_nobody_else() {
    Device device =
        withPodman("frozen", "heartbeat_interval: 200ms\ndeadline: 3s\npass_interval: 1s\n");
    Pi pi = device.pi();
    pi.run("systemctl", "start", "podman.service").orFail();
    control.want("frozen", all(1, "one"));
    control.awaitConverged("frozen", 1);
    long podman = pi.mainPid("podman.service");

    pi.freeze(podman);
    control.want(
        "frozen", all(2, "two").replace("\"network\"", "\"env\": {\"A\": \"1\"}, \"network\""));

    device.awaitContent("/srv/pain", "two");
    pi.run("systemctl", "stop", "pain.service").orFail();
    bed.eventually(Duration.ofSeconds(10), () -> pi.isActive("pain.service"));
    heartbeatsGoOn("frozen");
    pi.thaw(podman);
    control.awaitConverged("frozen", 2);
  }

  @Test
  void a_device_that_is_offline_for_long_never_stops_trying() {
    Device device = withPodman("offline", "pass_interval: 1s\n");
    Pi pi = device.pi();
    control.want("offline", all(1, "one"));
    control.awaitConverged("offline", 1);

    pi.isolate();
    for (int i = 0; i < 8; i++) {
      Containers.remove(bed, pi, "pain");
      bed.eventually(Duration.ofSeconds(30), () -> running(pi).contains("pain"));
      pi.run("systemctl", "kill", "-s", "KILL", Device.UNIT);
      bed.eventually(Duration.ofSeconds(10), () -> pi.isActive(Device.UNIT));
    }
    pi.heal();
    control.awaitConverged("offline", 1);
  }

  @Test
  void a_reboot_keeps_the_accepted_generation_and_not_an_older_one() {
    Device device = withPodman("release", "");
    Pi pi = device.pi();
    for (int generation = 1; generation <= 3; generation++) {
      control.want("release", all(generation, "release " + generation));
      control.awaitConverged("release", generation);
    }

    pi.powerCut();
    pi.isolate();
    pi.boot();

    bed.eventually(
        Duration.ofSeconds(40), () -> pi.isActive("pain.service") && running(pi).contains("pain"));
    assertThat(pi.read("/srv/pain")).isEqualTo("release 3");
    assertThat(device.agent("status").out()).contains("generation 3 of 3");
    pi.heal();
  }

  @Test
  void the_passes_alone_converge_and_make_no_duplicates() {
    Device device = withPodman("deaf", "events: false\npass_interval: 1s\n");
    Pi pi = device.pi();
    control.want("deaf", all(1, "one"));
    control.awaitConverged("deaf", 1);

    pi.write("/srv/pain", "tampered");
    pi.run("systemctl", "stop", "pain.service").orFail();
    Containers.remove(bed, pi, "pain");

    device.awaitContent("/srv/pain", "one");
    bed.eventually(
        Duration.ofSeconds(20), () -> pi.isActive("pain.service") && running(pi).contains("pain"));
    assertThat(pi.run("podman", "ps", "-aq").orFail().out().lines()).hasSize(1);
  }

  @Test
  void a_runtime_that_exits_when_idle_is_woken_and_descriptors_stay_few() {
    Device device = withPodman("idle", "pass_interval: 500ms\n");
    Pi pi = device.pi();
    control.want("idle", all(1, "one"));
    control.awaitConverged("idle", 1);
    long before = descriptors(device);

    for (int i = 0; i < 10; i++) {
      pi.run("systemctl", "stop", "podman.service");
      pi.run("podman", "rm", "-f", "pain");
      bed.eventually(Duration.ofSeconds(20), () -> running(pi).contains("pain"));
    }
    control.awaitConverged("idle", 1);

    bed.eventually(Duration.ofSeconds(20), () -> descriptors(device) <= before + 4);
  }

  @Test
  void memory_stays_bounded_over_many_changes() {
    Device device = withPodman("busy", "");
    control.want("busy", all(1, "warm up"));
    control.awaitConverged("busy", 1);
    long generation = 1;
    for (int i = 0; i < 100; i++) {
      control.want("busy", all(++generation, "change " + i));
    }
    control.awaitConverged("busy", generation);
    long early = residentKb(device);

    for (int i = 0; i < 1_500; i++) {
      control.want("busy", all(++generation, "change " + i + " " + "x".repeat(i % 500)));
    }
    control.awaitConverged("busy", generation);

    assertThat(residentKb(device)).isLessThan(early + 16 * 1024);
  }

  private static Device withPodman(String name, String config) {
    Device device = Device.prepare(bed, name, config);
    device.pi().run("systemctl", "enable", "--now", "podman.socket").orFail();
    device.startAgent();
    return device;
  }

  /** One of each kind. */
  private static String all(long generation, String content) {
    return """
        {"generation": %d, "resources": [
          {"id": "file", "spec": {"kind": "File", "path": "/srv/pain", "content": {"inline": "%s"}}},
          {"id": "unit", "spec": {"kind": "SystemdUnit", "name": "pain.service", "state": "active", "enabled": true,
            "content": "[Service]\\nExecStart=/bin/sleep infinity\\n[Install]\\nWantedBy=multi-user.target\\n"}},
          {"id": "container", "spec": {"kind": "Container", "name": "pain", "image": "%s", "network": "none",
            "stop_timeout": "1s"}}]}
        """
        .formatted(generation, content, bed.registry().image("sleeper", "v1").reference());
  }

  private static String running(Pi pi) {
    return pi.run("podman", "ps", "--format={{.Names}}").out();
  }

  private static long descriptors(Device device) {
    return device.pi().run("ls", "/proc/" + device.agentPid() + "/fd").out().lines().count();
  }

  private static long residentKb(Device device) {
    return device
        .pi()
        .read("/proc/" + device.agentPid() + "/status")
        .lines()
        .filter(line -> line.startsWith("VmRSS:"))
        .map(line -> line.replaceAll("\\D", ""))
        .mapToLong(Long::parseLong)
        .findFirst()
        .orElseThrow();
  }

  private static void heartbeatsGoOn(String agent) {
    Heartbeat first = control.heartbeat(agent).orElseThrow();
    bed.eventually(
        Duration.ofSeconds(5),
        () -> control.heartbeat(agent).orElseThrow().at().isAfter(first.at()));
  }
}
