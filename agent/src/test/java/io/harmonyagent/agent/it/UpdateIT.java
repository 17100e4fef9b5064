package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.agent.Version;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.Reading;
import io.harmonyagent.core.manifest.AgentRelease;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.FailedBuild;
import io.harmonyagent.core.status.UpdateStatus;
import io.harmonyagent.testbed.Output;
import io.harmonyagent.testbed.Testbed;
import io.nats.client.api.ObjectMeta;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.zip.Deflater;
import java.util.zip.DeflaterInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The agent updates itself over the mesh, and whatever the new build is, a working one runs. */
class UpdateIT {
  @RegisterExtension static final Testbed bed = Testbed.withNats(1).switchingOff();

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String NEWER = Builds.version(2);
  private static final String STATE = "/var/lib/harmony-agent/update/state.json";
  private static final double WRITTEN_PER_COMPRESSED = 1.3;

  private static final String POSTGRES = "postgresql@15-main.service";

  @TempDir static Path files;
  private static ControlPlane control;
  private static Builds builds;
  private static String workloads = "";

  @BeforeAll
  static void start_the_mesh() throws Exception {
    control = ControlPlane.start(bed);
    builds = new Builds(bed, files);
    workloads = workloads();
  }

  @Test
  void a_newer_build_takes_over_and_what_runs_beside_it_does_not_notice() throws Exception {
    Device device = atWork("fig");
    Pids before = pids(device);
    String release = builds.push(builds.working(NEWER), NEWER);
    double most = compressed(builds.working(NEWER)) * WRITTEN_PER_COMPRESSED;
    long receivedBefore = received(device);
    Written written = new Written(device);

    want(device, 2, workloads, release);

    AgentStatus status =
        await(
            device,
            s -> {
              written.look();
              return s.update().filter(u -> u.state() == UpdateStatus.State.CURRENT).isPresent();
            });
    assertThat(status.agentVersion()).isEqualTo(NEWER);
    assertThat(status.update().orElseThrow().failed()).isEmpty();
    control.awaitConverged(device.name(), 2);
    assertThat(pids(device)).isEqualTo(before);
    assertThat((double) (received(device) - receivedBefore)).as("received").isLessThan(most);
    assertThat((double) written.bytes()).as("written").isLessThan(most);
    assertThat((double) onDisk(device)).as("on the disk").isLessThan(most);

    device.pi().powerCut();
    device.pi().boot();

    awaitRunning(device, NEWER);
    await(device, UpdateStatus.State.CURRENT);
  }

  @Test
  void one_that_crashes_at_once_is_taken_back_and_not_tried_again() throws Exception {
    Device device = atWork("oak");
    Pids before = pids(device);
    String version = Builds.version(3);

    want(device, 2, workloads, builds.push(builds.script(version, "exit 3"), version));

    AgentStatus status = await(device, UpdateStatus.State.REFUSED);
    assertThat(status.agentVersion()).isEqualTo(Version.TEXT);
    assertThat(failure(status).reason()).isEqualTo("NotProven");
    assertThat(status.conditions())
        .anySatisfy(c -> assertThat(c.reason()).isEqualTo("UpdateRefused"));
    assertThat(pids(device)).isEqualTo(before);
    long pid = device.agentPid();

    device.stopAgent();
    device.startAgent();
    want(device, 3, workloads, "");
    control.awaitConverged(device.name(), 3);

    assertThat(device.agentPid()).isNotEqualTo(pid);
    assertThat(failure(control.status(device.name()).orElseThrow()).version()).isEqualTo(version);
  }

  @Test
  void one_that_comes_up_without_a_network_goes_on_and_is_in_force_once_the_mesh_hears_it()
      throws Exception {
    // Long enough to find out that nobody listens, where nobody even refuses.
    Device device = Device.prepare(bed, "bay", Builds.CONFIG.replace("12s", "30s"));
    builds.trustedBy(device);
    // Time to switch it off between the two builds.
    device
        .pi()
        .write(
            "/etc/systemd/system/harmony-agent.service.d/late.conf", "[Service]\nRestartSec=15s\n");
    device.pi().run("systemctl", "daemon-reload").orFail();
    device.startAgent();
    want(device, 1, "", builds.push(builds.working(NEWER), NEWER));
    bed.eventually(SOON, () -> device.pi().run("grep", "-q", "\"trial\"", STATE).ok());

    device.pi().powerCut();
    device.pi().isolate();
    device.pi().boot();

    String status =
        bed.eventually(
            SOON,
            () -> device.agent("status", "-o", "json").out(),
            s -> s.contains("\"reason\": \"Offline\""));
    assertThat(status).contains("\"agent_version\": \"" + NEWER, "\"Proving\"");
    assertThat(device.pi().read(STATE)).contains("\"trial\"");

    device.pi().heal();

    assertThat(await(device, UpdateStatus.State.CURRENT).agentVersion()).isEqualTo(NEWER);
    assertThat(device.pi().read(STATE)).doesNotContain("\"trial\"");
  }

  @Test
  void one_that_hangs_is_ended_by_the_kernel_and_taken_back() throws Exception {
    Device device = atWork("elm");
    Pids before = pids(device);

    want(
        device,
        2,
        workloads,
        builds.push(builds.script(Builds.version(4), "exec sleep 1000"), Builds.version(4)));

    AgentStatus status = await(device, UpdateStatus.State.REFUSED);
    assertThat(status.agentVersion()).isEqualTo(Version.TEXT);
    assertThat(failure(status).reason()).isEqualTo("NotProven");
    assertThat(pids(device)).isEqualTo(before);
  }

  @Test
  void one_that_is_deaf_to_a_mesh_that_is_there_leaves_a_device_on_which_the_one_before_starts()
      throws Exception {
    Device device = Device.prepare(bed, "fir", Builds.CONFIG.replace("12s", "15s"));
    builds.trustedBy(device);
    device.startAgent();
    want(device, 1, "", "");
    control.awaitConverged(device.name(), 1);
    String version = Builds.version(13);
    // Only the new build can read it: the one before needs the copy of what worked so far.
    device.pi().write("/etc/harmony-agent/conf.d/90-new.yaml", Builds.KEY_OF_THE_DEAF + ": 5m\n");

    want(device, 2, "", builds.push(builds.deaf(version), version));

    AgentStatus status = await(device, UpdateStatus.State.REFUSED);
    assertThat(status.agentVersion()).isEqualTo(Version.TEXT);
    assertThat(failure(status).reason()).isEqualTo("NoMesh");
    assertThat(device.journal())
        .contains("the configuration cannot be used", "/" + Builds.KEY_OF_THE_DEAF);
    want(device, 3, "", "");
    control.awaitConverged(device.name(), 3);
  }

  @Test
  void one_that_works_and_then_ends_at_each_start_makes_room_for_the_one_before() throws Exception {
    Device device = running("box");
    want(device, 1, "", builds.push(builds.working(NEWER), NEWER));
    awaitRunning(device, NEWER);
    await(device, UpdateStatus.State.CURRENT);
    String version = Builds.version(14);
    String asLongAsItIsTried = "grep -q '\"trial\"' " + STATE;
    String run =
        asLongAsItIsTried
            + " || exit 3; (while "
            + asLongAsItIsTried
            + "; do sleep 1; done; sleep 3; kill -9 $$) & exec /usr/bin/harmony-agent run";

    want(device, 2, "", builds.push(builds.script(version, run), version));

    await(
        device,
        s ->
            s.update()
                .filter(u -> u.version().equals(version) && u.state() == UpdateStatus.State.CURRENT)
                .isPresent());
    AgentStatus status = await(device, UpdateStatus.State.REFUSED);
    assertThat(status.agentVersion()).isEqualTo(NEWER);
    assertThat(failure(status).version()).isEqualTo(version);
    assertThat(failure(status).reason()).isEqualTo("DidNotLast");
  }

  @Test
  void what_is_refused_never_touches_what_runs() throws Exception {
    Device device = running("yew");
    want(device, 1, "", "");
    control.awaitConverged(device.name(), 1);
    long pid = device.agentPid();

    String stranger = Builds.version(12);
    want(device, 2, "", builds.pushForged(builds.script(stranger, "exit 0"), stranger));
    assertThat(awaitReason(device, "BadSignature")).contains("'ops'", "wrong");

    String lost = builds.push(builds.script(Builds.version(5), "exit 0"), Builds.version(5));
    corrupt(read(lost));
    want(device, 3, "", lost);
    assertThat(awaitReason(device, "ArtifactCorrupt")).contains("SHA-256");

    String older = Builds.version(0);
    want(device, 4, "", builds.push(builds.script(older, "exit 0"), older));
    assertThat(awaitReason(device, "Downgrade")).contains("\"downgrade\": true");

    String liar = Builds.version(6);
    want(device, 5, "", builds.push(builds.script("6.6.6", "exit 0"), liar));
    assertThat(awaitReason(device, "SelfTestFailed")).contains(liar, "6.6.6");

    String sick = Builds.version(7);
    want(device, 6, "", builds.push(sick(sick), sick));
    AgentStatus status =
        await(
            device,
            s ->
                s.update()
                    .filter(
                        u -> u.version().equals(sick) && u.state() == UpdateStatus.State.REFUSED)
                    .isPresent());
    assertThat(status.update().orElseThrow().reason()).isEqualTo("SelfTestFailed");
    assertThat(status.update().orElseThrow().message()).contains("no TLS here");

    String newer = builds.push(builds.working(Builds.version(8)), Builds.version(8));
    device.pi().fillDiskBut(20);
    want(device, 7, "", newer);
    assertThat(awaitReason(device, "DiskFull")).contains("free some space");
    assertThat(device.agentPid()).isEqualTo(pid);

    device.pi().freeDisk();
    assertThat(awaitRunning(device, Builds.version(8)).manifestGeneration()).isEqualTo(7);
  }

  @Test
  void a_downgrade_that_is_meant_is_done() throws Exception {
    Device device = running("ash");
    String older = Builds.version(0);
    String release = builds.push(builds.working(older), older);

    want(device, 1, "", release.replaceFirst("\\{", "{\"downgrade\": true, "));

    awaitRunning(device, older);
    await(device, UpdateStatus.State.CURRENT);
  }

  @Test
  void a_rollout_stops_at_the_first_device_that_goes_back() throws Exception {
    Device one = running("lime");
    Device other = running("plum");
    want(one, 1, "", "");
    want(other, 1, "", "");
    control.awaitConverged(one.name(), 1);
    control.awaitConverged(other.name(), 1);
    String bad = Builds.version(9);
    builds.push(builds.script(bad, "exit 1"), bad);

    Program stopped = builds.tryCtl("update", "rollout", bad, one.name(), other.name());

    assertThat(stopped.exitCode()).as(stopped.out() + stopped.err()).isEqualTo(1);
    assertThat(stopped.out()).contains(one.name() + ": Failed", "1 left as they were");
    assertThat(control.status(other.name()).orElseThrow().update()).isEmpty();

    builds.push(builds.working(NEWER), NEWER);
    assertThat(builds.tryCtl("label", one.name(), "row=1").exitCode()).isZero();
    assertThat(builds.tryCtl("label", other.name(), "row=1").exitCode()).isZero();
    Program done = builds.tryCtl("update", "rollout", NEWER, "--selector", "row=1");

    assertThat(done.exitCode()).as(done.out() + done.err()).isZero();
    assertThat(control.status(other.name()).orElseThrow().agentVersion()).isEqualTo(NEWER);
  }

  private static Device running(String name) throws Exception {
    Device device = Device.prepare(bed, name, Builds.CONFIG);
    builds.trustedBy(device);
    device.startAgent();
    return device;
  }

  private static void want(Device device, long generation, String resources, String release) {
    control.want(
        device.name(),
        "{\"generation\": %d, \"resources\": [%s]%s}"
            .formatted(generation, resources, release.isEmpty() ? "" : ", \"agent\": " + release));
  }

  private static AgentStatus await(Device device, UpdateStatus.State state) {
    return await(device, s -> s.update().filter(u -> u.state() == state).isPresent());
  }

  private static AgentStatus awaitRunning(Device device, String version) {
    return await(device, s -> s.agentVersion().equals(version) && s.stoppedAt().isEmpty());
  }

  /** The message that goes with it. */
  private static String awaitReason(Device device, String reason) {
    return await(device, s -> s.update().filter(u -> u.reason().equals(reason)).isPresent())
        .update()
        .orElseThrow()
        .message();
  }

  private static AgentStatus await(Device device, Predicate<AgentStatus> wanted) {
    return bed.eventually(
            SOON, () -> control.status(device.name()), s -> s.filter(wanted).isPresent())
        .orElseThrow();
  }

  private static FailedBuild failure(AgentStatus status) {
    return status.update().orElseThrow().failed().getLast();
  }

  private static Path sick(String version) throws Exception {
    Path script = builds.script(version, "exit 0");
    return Files.writeString(
        script,
        Files.readString(script).replace("selftest) exit 0", "selftest) echo no TLS here; exit 1"));
  }

  /** Other bytes of the same number under the name of what was uploaded. */
  private static void corrupt(AgentRelease release) throws Exception {
    bed.nats()
        .connect()
        .objectStore("harmony_artifacts")
        .put(
            ObjectMeta.objectName(release.sha256()),
            new ByteArrayInputStream(new byte[Math.toIntExact(release.size())]));
  }

  private static AgentRelease read(String json) throws Exception {
    return AgentRelease.read(
        Reading.start()
            .root(new JsonReader().read(json.getBytes(StandardCharsets.UTF_8), "release")));
  }

  /** A device that keeps a container, a unit and PostgreSQL. */
  private static Device atWork(String name) throws Exception {
    Device device = running(name);
    device
        .pi()
        .run("pg_createcluster", "15", "main", "--start-conf=manual", "--locale=C.UTF-8")
        .orFail();
    want(device, 1, workloads, "");
    control.awaitConverged(device.name(), 1);
    return device;
  }

  private static String workloads() {
    return Containers.container(
            "web",
            bed.registry().image("sleeper", "v1").pinned(),
            "\"name\": \"web\", \"network\": \"none\"")
        + """
        , {"id": "keep", "spec": {"kind": "SystemdUnit", "name": "keep.service", "state": "active",
           "content": "[Service]\\nExecStart=/bin/sleep 100000\\n"}},
          {"id": "db", "spec": {"kind": "SystemdUnit", "name": "%s", "state": "active"}}
        """
            .formatted(POSTGRES);
  }

  /** Who must not notice anything. */
  private record Pids(long unit, long container, long postgres) {}

  private static Pids pids(Device device) {
    long container =
        Long.parseLong(
            device.pi().run("podman", "inspect", "--format={{.State.Pid}}", "web").orFail().text());
    return new Pids(device.pi().mainPid("keep.service"), container, device.pi().mainPid(POSTGRES));
  }

  private static long received(Device device) {
    return Long.parseLong(
        device
            .pi()
            .run("sh", "-c", "cat /sys/class/net/*/statistics/rx_bytes | sort -n | tail -1")
            .orFail()
            .text());
  }

  /** All that the update left on the disk. */
  private static long onDisk(Device device) {
    return Long.parseLong(
        device
            .pi()
            .run("sh", "-c", "du --bytes --summarize /var/lib/harmony-agent/update | cut -f 1")
            .orFail()
            .text());
  }

  /** As gzip -9 makes it. */
  private static long compressed(Path binary) throws IOException {
    Deflater best = new Deflater(Deflater.BEST_COMPRESSION, true);
    try (InputStream in = new DeflaterInputStream(Files.newInputStream(binary), best)) {
      return in.transferTo(OutputStream.nullOutputStream());
    } finally {
      best.end();
    }
  }

  /**
   * What the agent's processes have written, looked at as often as possible: to files, but also to
   * sockets and logs, so it is rather too much.
   */
  private static final class Written {
    private final Device device;
    private final Map<Long, Long> byProcess = new HashMap<>();
    private final long before;

    Written(Device device) {
      this.device = device;
      look();
      this.before = bytes();
    }

    void look() {
      long pid = device.agentPid();
      Output io = device.pi().run("sed", "-n", "s/^wchar: //p", "/proc/" + pid + "/io");
      if (io.ok() && !io.text().isEmpty()) {
        byProcess.put(pid, Long.parseLong(io.text()));
      }
    }

    long bytes() {
      return byProcess.values().stream().mapToLong(Long::longValue).sum() - before;
    }
  }
}
