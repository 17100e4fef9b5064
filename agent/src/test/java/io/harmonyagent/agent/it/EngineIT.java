package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.Drift;
import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.core.status.ResourceStatus;
import io.harmonyagent.testbed.Pi;
import io.harmonyagent.testbed.Testbed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the engine promises about files, units and containers together. */
class EngineIT {
  @RegisterExtension static final Testbed bed = Testbed.withNats(1).switchingOff();

  private static final String CONFIG =
      """
      {"id": "config", "spec": {"kind": "File", "path": "/etc/app.conf", "content": {"inline": "%s"}}}""";

  private static ControlPlane control;

  @BeforeAll
  static void start_the_mesh() {
    control = ControlPlane.start(bed);
  }

  @Test
  void what_depends_on_another_is_made_after_it_and_deleted_before_it() {
    Device device = withPodman("order");
    String reader =
        unit(
            "reader",
            "Type=oneshot\\nRemainAfterExit=yes\\nExecStart=/bin/cp /etc/app.conf /srv/seen\\nExecStop=/bin/cp /etc/app.conf /srv/seen-at-the-end\\n");

    control.want("order", manifest(1, CONFIG.formatted("one"), after("config", reader)));
    control.awaitConverged("order", 1);
    assertThat(device.pi().read("/srv/seen")).isEqualTo("one");

    control.want("order", manifest(2));
    control.awaitConverged("order", 2);
    assertThat(device.pi().exists("/etc/app.conf")).isFalse();
    assertThat(device.pi().read("/srv/seen-at-the-end")).isEqualTo("one");
  }

  @Test
  void a_changed_dependency_restarts_its_dependents_once() {
    Device device = withPodman("restart");
    Pi pi = device.pi();
    String web = on("config", container("web", ""));
    String counter =
        on(
            "config",
            unit(
                "counter",
                "ExecStart=/bin/sh -c 'echo start >> /srv/starts; exec sleep infinity'\\n"));
    control.want("restart", manifest(1, CONFIG.formatted("one"), web, counter));
    control.awaitConverged("restart", 1);
    String before = pid(pi, "web");

    control.want("restart", manifest(2, CONFIG.formatted("two"), web, counter));
    control.awaitConverged("restart", 2);

    bed.eventually(Duration.ofSeconds(20), () -> !pid(pi, "web").equals(before));
    bed.eventually(Duration.ofSeconds(20), () -> starts(pi) == 2);
    String after = pid(pi, "web");
    device.pi().run("systemctl", "reload", Device.UNIT).orFail();
    device.pi().run("systemctl", "restart", Device.UNIT).orFail();
    control.awaitConverged("restart", 2);
    assertThat(pid(pi, "web")).isEqualTo(after);
    assertThat(starts(pi)).isEqualTo(2);
  }

  @Test
  void without_a_container_runtime_containers_wait_and_start_by_themselves_once_there_is_one() {
    Device device = Device.running(bed, "bare");
    device.pi().run("systemctl", "stop", "podman.socket", "podman.service");

    control.want("bare", manifest(1, CONFIG.formatted("x"), container("web", "")));

    ResourceState state =
        bed.eventually(
            Duration.ofSeconds(10),
            () -> state("bare", "web"),
            s -> s instanceof ResourceState.Blocked);
    assertThat(((ResourceState.Blocked) state).waitingFor())
        .startsWith("container runtime not available (");
    assertThat(state("bare", "config")).isInstanceOf(ResourceState.Ready.class);

    device.pi().run("systemctl", "start", "podman.socket").orFail();
    control.awaitConverged("bare", 1);
    assertThat(running(device.pi())).contains("web");
  }

  @Test
  void restart_crash_and_upgrade_of_the_agent_leave_workloads_untouched() {
    Device device = withPodman("steady");
    Pi pi = device.pi();
    control.want(
        "steady",
        manifest(1, container("web", ""), unit("app", "ExecStart=/bin/sleep infinity\\n")));
    control.awaitConverged("steady", 1);
    String container = pid(pi, "web");
    long unit = pi.mainPid("app.service");

    for (List<String> event :
        List.of(
            List.of("systemctl", "restart", Device.UNIT),
            List.of("systemctl", "kill", "-s", "KILL", Device.UNIT),
            List.of(
                "sh",
                "-c",
                "cp /usr/bin/harmony-agent /usr/bin/new && mv /usr/bin/new /usr/bin/harmony-agent && systemctl restart "
                    + Device.UNIT))) {
      long agent = device.agentPid();
      pi.run(event.toArray(String[]::new)).orFail();
      bed.eventually(
          Duration.ofSeconds(10),
          () -> isAnother(device.agentPid(), agent) && pi.isActive(Device.UNIT));
      pi.run("systemctl", "reload", Device.UNIT).orFail();
      control.awaitConverged("steady", 1);

      assertThat(pid(pi, "web")).as("after " + event).isEqualTo(container);
      assertThat(pi.mainPid("app.service")).as("after " + event).isEqualTo(unit);
    }
  }

  /** Zero is none at all: the old one is gone, and the new one has not begun. */
  private static boolean isAnother(long pid, long before) {
    return pid != 0 && pid != before;
  }

  @Test
  void after_a_power_cut_everything_comes_back_without_a_network() {
    Device device = withPodman("dark");
    Pi pi = device.pi();
    control.want(
        "dark",
        manifest(
            1,
            CONFIG.formatted("x"),
            after("config", container("web", "")),
            unit("app", "ExecStart=/bin/sleep infinity\\n")));
    control.awaitConverged("dark", 1);

    pi.powerCut();
    pi.isolate();
    pi.boot();

    bed.eventually(
        Duration.ofSeconds(40), () -> pi.isActive("app.service") && running(pi).contains("web"));
    pi.heal();
    control.awaitConverged("dark", 1);
  }

  @Test
  void ownership_of_containers_survives_a_lost_ledger() {
    Device device = withPodman("amnesia");
    Pi pi = device.pi();
    control.want("amnesia", manifest(1, container("web", ""), container("old", "")));
    control.awaitConverged("amnesia", 1);
    String before = pid(pi, "web");

    device.stopAgent();
    pi.run("rm", "-r", "/var/lib/harmony-agent").orFail();
    control.want("amnesia", manifest(2, container("web", "")));
    device.startAgent();
    control.awaitConverged("amnesia", 2);

    bed.eventually(Duration.ofSeconds(20), () -> !running(pi).contains("old"));
    assertThat(pid(pi, "web")).isEqualTo(before);
  }

  @Test
  void drift_says_what_when_and_how_long() {
    Device device = withPodman("drift");
    Pi pi = device.pi();
    control.want(
        "drift",
        manifest(1, container("web", ""), unit("app", "ExecStart=/bin/sleep infinity\\n")));
    control.awaitConverged("drift", 1);

    Instant before = Instant.now();
    pi.run("podman", "kill", "web").orFail();
    pi.run("systemctl", "stop", "app.service").orFail();
    Drift container = drift("web");
    Drift unit = drift("app");
    Instant after = Instant.now();

    assertThat(container.what()).contains("137");
    assertThat(unit.what()).contains("inactive");
    for (Drift drift : List.of(container, unit)) {
      assertThat(drift.at()).isBetween(before, after);
      assertThat(drift.repairedInMs()).isBetween(1L, Duration.between(before, after).toMillis());
    }
    control.awaitConverged("drift", 1);
  }

  private static Drift drift(String resource) {
    return bed.eventually(
            Duration.ofSeconds(20),
            () -> resource("drift", resource).flatMap(ResourceStatus::lastDrift),
            Optional::isPresent)
        .orElseThrow();
  }

  @Test
  void a_file_that_was_there_stays_nobodys_though_something_it_names_in_restart_on_changes() {
    Device device = Device.running(bed, "theirs");
    device.pi().write("/etc/theirs.conf", "as wanted");
    String theirs =
        on(
            "config",
            """
            {"id": "theirs", "spec": {"kind": "File", "path": "/etc/theirs.conf", "content": {"inline": "as wanted"}}}""");
    control.want("theirs", manifest(1, CONFIG.formatted("one"), theirs));
    control.awaitConverged("theirs", 1);
    control.want("theirs", manifest(2, CONFIG.formatted("two"), theirs));
    control.awaitConverged("theirs", 2);

    control.want("theirs", manifest(3));
    control.awaitConverged("theirs", 3);

    assertThat(device.pi().read("/etc/theirs.conf")).isEqualTo("as wanted");
    assertThat(device.pi().exists("/etc/app.conf")).isFalse();
  }

  @Test
  void a_status_that_somebody_deleted_is_written_again() {
    Device device = Device.running(bed, "erased");
    control.want("erased", manifest(1, CONFIG.formatted("one")));
    AgentStatus told = control.awaitConverged("erased", 1);

    control.delete("actual-state.erased");
    device.pi().run("systemctl", "reload", Device.UNIT).orFail();

    assertThat(control.awaitConverged("erased", 1)).isEqualTo(told);
  }

  @Test
  void plan_says_what_apply_then_does() {
    Device device = withPodman("plan");
    Pi pi = device.pi();
    control.want(
        "plan", manifest(1, CONFIG.formatted("one"), container("web", ""), container("gone", "")));
    control.awaitConverged("plan", 1);
    String next =
        manifest(
            2,
            CONFIG.formatted("two"),
            container("web", "\"env\": {\"A\": \"1\"}, "),
            unit("app", "ExecStart=/bin/sleep infinity\\n"));
    pi.write("/root/next.json", next);

    String said = device.agent("plan", "/root/next.json", "-o", "json").orFail().out();

    assertThat(said.replaceAll("\\s+", ""))
        .contains(
            "\"id\":\"config\",\"kind\":\"File\",\"key\":\"/etc/app.conf\",\"change\":\"WillUpdate\",\"explanation\":\"content\"")
        .contains(
            "\"id\":\"web\",\"kind\":\"Container\",\"key\":\"web\",\"change\":\"WillReplace\"")
        .contains(
            "\"id\":\"app\",\"kind\":\"SystemdUnit\",\"key\":\"app.service\",\"change\":\"WillCreate\"")
        .contains(
            "\"id\":\"gone\",\"kind\":\"Container\",\"key\":\"gone\",\"change\":\"WillDelete\"");
    assertThat(running(pi)).contains("gone");
    control.want("plan", next);
    control.awaitConverged("plan", 2);
    assertThat(device.agent("plan", "/root/next.json").orFail().out()).doesNotContain("Will");
  }

  private static Device withPodman(String name) {
    Device device = Device.prepare(bed, name);
    device.pi().run("systemctl", "enable", "--now", "podman.socket").orFail();
    device.startAgent();
    return device;
  }

  private static String manifest(long generation, String... resources) {
    return "{\"generation\": %d, \"resources\": [%s]}"
        .formatted(generation, String.join(",", resources));
  }

  private static String container(String id, String more) {
    return "{\"id\": \"%s\", \"spec\": {\"kind\": \"Container\", %s\"network\": \"none\", \"stop_timeout\": \"1s\", \"image\": \"%s\"}}"
        .formatted(id, more, bed.registry().image("sleeper", "v1").reference());
  }

  private static String unit(String id, String service) {
    return "{\"id\": \"%s\", \"spec\": {\"kind\": \"SystemdUnit\", \"name\": \"%s.service\", \"state\": \"active\", \"enabled\": true, \"content\": \"[Service]\\n%s[Install]\\nWantedBy=multi-user.target\\n\"}}"
        .formatted(id, id, service);
  }

  private static String after(String dependency, String resource) {
    return resource.replaceFirst("\"spec\"", "\"depends_on\": [\"" + dependency + "\"], \"spec\"");
  }

  private static String on(String cause, String resource) {
    return resource.replaceFirst("\"spec\"", "\"restart_on\": [\"" + cause + "\"], \"spec\"");
  }

  private static String running(Pi pi) {
    return pi.run("podman", "ps", "--format={{.Names}}").orFail().out();
  }

  private static String pid(Pi pi, String container) {
    return pi.run("podman", "inspect", "--format={{.Id}} {{.State.Pid}}", container).text();
  }

  private static long starts(Pi pi) {
    return pi.run("cat", "/srv/starts").out().lines().count();
  }

  private static Optional<ResourceStatus> resource(String agent, String id) {
    return control.status(agent).map(status -> status.resources().get(new ResourceId(id)));
  }

  private static ResourceState state(String agent, String id) {
    return resource(agent, id).map(ResourceStatus::state).orElse(new ResourceState.Pending());
  }
}
