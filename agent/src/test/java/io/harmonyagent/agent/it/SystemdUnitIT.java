package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.status.ResourceDetails;
import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.core.status.ResourceStatus;
import io.harmonyagent.testbed.Pi;
import io.harmonyagent.testbed.Testbed;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The agent keeps units of systemd: those that the device has, and its own. */
class SystemdUnitIT {
  @RegisterExtension static final Testbed bed = Testbed.withNats(1);

  private static final String SLEEPER =
      "[Service]\\nExecStart=/bin/sleep infinity\\n[Install]\\nWantedBy=multi-user.target\\n";

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
  void units_come_are_kept_and_go_and_what_the_device_had_is_as_it_was() {
    Device device = Device.running(bed, "mill");
    Pi pi = device.pi();
    pi.write("/usr/local/lib/systemd/system/theirs.service", SLEEPER.replace("\\n", "\n"));
    pi.run("systemctl", "daemon-reload").orFail();

    control.want(
        "mill",
        """
        {"generation": 1, "resources": [
          {"id": "theirs", "spec": {"kind": "SystemdUnit", "name": "theirs.service",
            "enabled": true, "state": "active",
            "drop_ins": {"10-env.conf": "[Service]\\nEnvironment=A=1\\n"}}},
          {"id": "conf", "spec": {"kind": "File", "path": "/etc/wheel.conf",
            "content": {"inline": "speed=1\\n"}}},
          {"id": "wheel", "depends_on": ["conf"], "restart_on": ["conf"],
            "spec": {"kind": "SystemdUnit", "name": "wheel.service", "enabled": true,
            "state": "active", "content": "%s"}},
          {"id": "template", "spec": {"kind": "SystemdUnit", "name": "cog@.service",
            "content": "%s"}},
          {"id": "cog", "depends_on": ["template"], "spec": {"kind": "SystemdUnit",
            "name": "cog@1.service", "state": "active"}},
          {"id": "tick", "spec": {"kind": "SystemdUnit", "name": "tick.timer", "enabled": true,
            "state": "active",
            "content": "[Timer]\\nOnCalendar=daily\\nUnit=cog@2.service\\n[Install]\\nWantedBy=timers.target\\n"}}
        ]}
        """
            .formatted(SLEEPER, SLEEPER));
    control.awaitConverged("mill", 1);

    assertThat(show(pi, "theirs.service", "Environment")).isEqualTo("A=1");
    assertThat(show(pi, "theirs.service", "UnitFileState")).isEqualTo("enabled");
    assertThat(pi.isActive("cog@1.service")).isTrue();
    assertThat(show(pi, "tick.timer", "SubState")).isEqualTo("waiting");
    ResourceDetails.UnitDetails details = details("mill", "wheel");
    assertThat(details.mainPid()).contains(pi.mainPid("wheel.service"));
    assertThat(details.unitFileState()).isEqualTo("enabled");

    control.want(
        "mill",
        """
        {"generation": 2, "resources": [
          {"id": "conf", "spec": {"kind": "File", "path": "/etc/wheel.conf",
            "content": {"inline": "speed=2\\n"}}},
          {"id": "wheel", "depends_on": ["conf"], "restart_on": ["conf"],
            "spec": {"kind": "SystemdUnit", "name": "wheel.service", "enabled": true,
            "state": "active", "content": "%s"}}]}
        """
            .formatted(SLEEPER));
    control.awaitConverged("mill", 2);

    bed.eventually(
        Duration.ofSeconds(10),
        () -> pi.mainPid("wheel.service"),
        pid -> pid > 0 && !Optional.of(pid).equals(details.mainPid()));
    assertThat(show(pi, "theirs.service", "LoadState")).isEqualTo("loaded");
    assertThat(show(pi, "theirs.service", "ActiveState")).isEqualTo("inactive");
    assertThat(show(pi, "theirs.service", "UnitFileState")).isEqualTo("disabled");
    assertThat(show(pi, "theirs.service", "Environment")).isEmpty();
    assertThat(pi.run("find", "/etc/systemd/system", "-name", "cog*", "-o", "-name", "tick*").out())
        .isEmpty();
    assertThat(pi.isActive("cog@1.service")).isFalse();
  }

  @Test
  void a_unit_that_somebody_starts_while_it_is_taken_away_does_not_outlive_its_file() {
    Device device = Device.running(bed, "saw");
    Pi pi = device.pi();
    control.want(
        "saw",
        """
        {"generation": 1, "resources": [{"id": "saw", "spec": {"kind": "SystemdUnit",
          "name": "saw.service", "state": "active", "content": "%s"}}]}
        """
            .formatted(SLEEPER));
    control.awaitConverged("saw", 1);
    String loop = "while [ -e /etc/systemd/system/saw.service ]; do systemctl start saw; done";
    pi.run("systemd-run", "--unit=pest", "timeout", "50", "sh", "-c", loop).orFail();

    control.want("saw", "{\"generation\": 2, \"resources\": []}");
    control.awaitConverged("saw", 2);
    bed.eventually(Duration.ofSeconds(60), () -> !pi.isActive("pest.service"));

    assertThat(pi.isActive("saw.service")).isFalse();
    assertThat(pi.exists("/etc/systemd/system/saw.service")).isFalse();
  }

  @Test
  void a_oneshot_that_finished_is_ready_and_a_unit_that_keeps_dying_is_failed() {
    Device device = Device.running(bed, "forge");
    control.want(
        "forge",
        """
        {"generation": 1, "resources": [
          {"id": "once", "spec": {"kind": "SystemdUnit", "name": "once.service", "state": "active",
            "content": "[Service]\\nType=oneshot\\nExecStart=/bin/sh -c 'echo ran >>/srv/once'\\n"}},
          {"id": "fails", "spec": {"kind": "SystemdUnit", "name": "fails.service",
            "state": "active", "content": "[Service]\\nType=oneshot\\nExecStart=/bin/sh -c 'exit 3'\\n"}},
          {"id": "loops", "spec": {"kind": "SystemdUnit", "name": "loops.service",
            "state": "active", "content": "[Unit]\\nStartLimitIntervalSec=0\\n[Service]\\nRestart=always\\nRestartSec=200ms\\nExecStart=/bin/sh -c 'sleep 0.2; exit 5'\\n"}}]}
        """);

    ResourceState.Failed loops =
        bed.eventually(
                Duration.ofSeconds(20),
                () -> failed("forge", "loops"),
                f ->
                    f.map(ResourceState.Failed::error)
                        .map(e -> e.code().equals("CrashLoop"))
                        .orElse(false))
            .orElseThrow();
    assertThat(loops.error().message())
        .containsPattern("restarted [0-9]+ times")
        .contains("status 5");
    assertThat(control.awaitFailed("forge", "fails").error().message()).contains("status 3");
    assertThat(details("forge", "once").activeState()).isEqualTo("inactive");
    assertThat(device.pi().read("/srv/once")).isEqualTo("ran\n");
  }

  @Test
  void a_unit_stopped_by_hand_is_started_again_at_once() {
    Device device = Device.running(bed, "barn");
    control.want("barn", oneUnit(1, "door.service"));
    control.awaitConverged("barn", 1);

    for (int i = 0; i < 5; i++) {
      device.pi().stop("door.service");
      bed.eventually(Duration.ofSeconds(5), () -> device.pi().isActive("door.service"));
    }

    assertThat(device.journal()).contains("unit: drifted (inactive), repaired in");
  }

  /** The bus itself keeps systemd's signals from the agent, which knows nothing of it. */
  @Test
  void a_unit_is_kept_when_every_signal_is_lost() {
    Device device = Device.prepare(bed, "fen", "pass_interval: 500ms\n");
    device
        .pi()
        .write(
            "/etc/dbus-1/system.d/deaf.conf",
            "<busconfig><policy context=\"mandatory\"><deny receive_type=\"signal\""
                + " receive_sender=\"org.freedesktop.systemd1\"/></policy></busconfig>");
    device.pi().run("systemctl", "reload", "dbus").orFail();
    device.startAgent();
    control.want("fen", oneUnit(1, "reed.service"));
    control.awaitConverged("fen", 1);

    device.pi().stop("reed.service");

    bed.eventually(Duration.ofSeconds(10), () -> device.pi().isActive("reed.service"));
  }

  @Test
  void without_a_bus_units_are_blocked_and_go_on_by_themselves_once_it_is_back() {
    Device device = Device.prepare(bed, "moor", "pass_interval: 500ms\n");
    device.startAgent();
    control.want("moor", oneUnit(1, "peat.service"));
    control.awaitConverged("moor", 1);
    long pid = device.pi().mainPid("peat.service");

    device.pi().run("systemctl", "stop", "dbus.socket", "dbus.service").orFail();
    ResourceState blocked =
        bed.eventually(
            Duration.ofSeconds(20),
            () -> state("moor", "unit"),
            s -> s instanceof ResourceState.Blocked);
    assertThat(((ResourceState.Blocked) blocked).waitingFor())
        .startsWith("service manager not available (");
    assertThat(device.pi().mainPid("peat.service")).isEqualTo(pid);
    device.pi().run("systemctl", "start", "dbus.socket").orFail();

    control.awaitConverged("moor", 1);
    assertThat(device.pi().mainPid("peat.service")).isEqualTo(pid);
    device.pi().stop("peat.service");
    bed.eventually(Duration.ofSeconds(10), () -> device.pi().isActive("peat.service"));
  }

  @Test
  void a_frozen_bus_delays_no_other_kind() {
    Device device = Device.prepare(bed, "glen", "pass_interval: 500ms\n");
    device.startAgent();
    control.want("glen", oneUnit(1, "brook.service"));
    control.awaitConverged("glen", 1);
    long bus = device.pi().mainPid("dbus.service");

    device.pi().freeze(bus);
    control.want(
        "glen",
        oneUnit(2, "brook.service")
            .replace(
                "]}",
                ", {\"id\": \"file\", \"spec\": {\"kind\": \"File\", \"path\": \"/srv/glen\","
                    + " \"content\": {\"inline\": \"x\"}}}]}"));

    device.awaitContent("/srv/glen", "x");
    device.pi().thaw(bus);
    control.awaitConverged("glen", 2);
  }

  @Test
  void the_agents_death_leaves_units_as_they_are() {
    Device device = Device.running(bed, "crag");
    control.want("crag", oneUnit(1, "rock.service"));
    control.awaitConverged("crag", 1);
    long pid = device.pi().mainPid("rock.service");
    long agent = device.agentPid();

    device.pi().kill(agent);
    bed.eventually(
        Duration.ofSeconds(10), () -> device.agentPid() > 0 && device.agentPid() != agent);
    control.want("crag", oneUnit(2, "rock.service"));
    control.awaitConverged("crag", 2);

    assertThat(device.pi().mainPid("rock.service")).isEqualTo(pid);
  }

  @Test
  void after_a_power_cut_units_come_up_without_a_network() {
    Device device = Device.running(bed, "dune");
    control.want(
        "dune", oneUnit(1, "sand.service").replace("\"enabled\": true", "\"enabled\": false"));
    control.awaitConverged("dune", 1);

    device.pi().powerCut();
    device.pi().run("rm", "/etc/systemd/system/sand.service").orFail();
    device.pi().isolate();
    device.pi().boot();

    bed.eventually(Duration.ofSeconds(20), () -> device.pi().isActive("sand.service"));
    device.pi().heal();
    control.awaitConverged("dune", 1);
  }

  private static String oneUnit(long generation, String name) {
    return """
        {"generation": %d, "resources": [
          {"id": "unit", "spec": {"kind": "SystemdUnit", "name": "%s", "enabled": true,
            "state": "active", "content": "%s"}}]}
        """
        .formatted(generation, name, SLEEPER);
  }

  private static Optional<ResourceState.Failed> failed(String agent, String resource) {
    return state(agent, resource) instanceof ResourceState.Failed failed
        ? Optional.of(failed)
        : Optional.empty();
  }

  private static ResourceState state(String agent, String resource) {
    return control
        .status(agent)
        .map(s -> s.resources().get(new ResourceId(resource)))
        .map(ResourceStatus::state)
        .orElse(new ResourceState.Pending());
  }

  private static ResourceDetails.UnitDetails details(String agent, String resource) {
    return (ResourceDetails.UnitDetails) ((ResourceState.Ready) state(agent, resource)).details();
  }

  private static String show(Pi pi, String unit, String property) {
    return pi.run("systemctl", "show", "--value", "--property=" + property, unit).orFail().text();
  }
}
