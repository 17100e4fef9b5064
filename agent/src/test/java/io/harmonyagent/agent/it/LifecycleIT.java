package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.Condition;
import io.harmonyagent.core.status.Heartbeat;
import io.harmonyagent.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The agent as a service of systemd. */
class LifecycleIT {
  @RegisterExtension static final Testbed bed = Testbed.withNats(1).switchingOff();

  private static ControlPlane control;

  @BeforeAll
  static void start_the_mesh() {
    control = ControlPlane.start(bed);
  }

  @Test
  void systemd_sees_it_ready_and_what_it_is_at() {
    Device device = Device.running(bed, "oak");
    control.want("oak", ControlPlane.oneFile(3, "/etc/oak", "tree"));
    control.awaitConverged("oak", 3);

    bed.eventually(
        Duration.ofSeconds(5),
        () -> property(device, "StatusText"),
        text -> text.equals("generation 3; ready"));
    assertThat(property(device, "Type")).isEqualTo("notify");
  }

  @Test
  void it_stops_within_a_second_and_says_so_last() {
    Device device = Device.running(bed, "elm");
    control.want("elm", ControlPlane.oneFile(1, "/etc/elm", "tree"));
    control.awaitConverged("elm", 1);

    Instant before = Instant.now();
    device.stopAgent();

    assertThat(Duration.between(before, Instant.now())).isLessThan(Duration.ofSeconds(1));
    AgentStatus last = control.status("elm").orElseThrow();
    assertThat(last.stoppedAt()).isPresent();
    assertThat(property(device, "Result")).isEqualTo("success");
    assertThat(property(device, "ExecMainStatus")).isEqualTo("0");
  }

  @Test
  void a_stuck_engine_is_restarted_by_the_watchdog() {
    Device device = Device.prepare(bed, "ash");
    device
        .pi()
        .write(
            "/etc/systemd/system/harmony-agent.service.d/quick.conf",
            "[Service]\nWatchdogSec=1s\n");
    device.pi().run("systemctl", "daemon-reload").orFail();
    device.startAgent();
    long pid = device.agentPid();

    device.pi().freeze(pid);

    bed.eventually(
        Duration.ofSeconds(15), () -> device.agentPid() != pid && device.agentPid() != 0);
    assertThat(device.journal()).contains("Watchdog timeout");
  }

  @Test
  void a_working_engine_feeds_the_watchdog() {
    Device device = Device.prepare(bed, "fir");
    device
        .pi()
        .write(
            "/etc/systemd/system/harmony-agent.service.d/quick.conf",
            "[Service]\nWatchdogSec=1s\n");
    device.pi().run("systemctl", "daemon-reload").orFail();
    device.startAgent();
    long pid = device.agentPid();
    String first = property(device, "WatchdogTimestampMonotonic");

    bed.eventually(
        Duration.ofSeconds(10),
        () ->
            Long.parseLong(property(device, "WatchdogTimestampMonotonic"))
                > Long.parseLong(first) + 3_000_000);
    assertThat(device.agentPid()).isEqualTo(pid);
  }

  /** The moments lie within what taking up a manifest takes, and a little after. */
  @Test
  void a_crash_at_any_moment_is_survived() throws Exception {
    Device device = Device.running(bed, "yew");
    long generation = 0;
    for (int millisAfterThePut : new int[] {0, 2, 4, 8, 16, 32, 64}) {
      long pid = device.agentPid();
      generation++;

      control.want("yew", ControlPlane.oneFile(generation, "/etc/yew", "ring " + generation));
      TimeUnit.MILLISECONDS.sleep(millisAfterThePut);
      device.pi().kill(pid);
      device.startAgent();

      control.awaitConverged("yew", generation);
      assertThat(device.pi().read("/etc/yew")).isEqualTo("ring " + generation);
    }
    assertThat(device.pi().exists("/etc/.harmony-file.tmp")).isFalse();
  }

  @Test
  void heartbeats_come_on_their_own_and_keep_no_history() {
    Device.prepare(bed, "rye", "heartbeat_interval: 200ms\n").startAgent();
    Heartbeat first =
        bed.eventually(
                Duration.ofSeconds(5), () -> control.heartbeat("rye"), beat -> beat.isPresent())
            .orElseThrow();

    bed.eventually(
        Duration.ofSeconds(5),
        () -> control.heartbeat("rye").orElseThrow().at().isAfter(first.at().plusMillis(600)));

    assertThat(control.history("heartbeat.rye")).isEqualTo(1);
    assertThat(first.agentId().value()).isEqualTo("rye");
  }

  @Test
  void nothing_is_written_while_nothing_changes() {
    Device device = Device.prepare(bed, "hay", "pass_interval: 100ms\nlog_level: debug\n");
    device.startAgent();
    control.want("hay", ControlPlane.oneFile(1, "/etc/hay", "dry"));
    control.awaitConverged("hay", 1);
    long revision = control.revision("actual-state.hay");

    Heartbeat beat = control.heartbeat("hay").orElseThrow();
    device.pi().run("systemctl", "reload", Device.UNIT).orFail();
    bed.eventually(
        Duration.ofSeconds(5), () -> device.journal().contains("pass over 1 resources took"));

    assertThat(control.revision("actual-state.hay")).isEqualTo(revision);
    assertThat(beat.bootId()).isEqualTo(control.status("hay").orElseThrow().bootId());
  }

  @Test
  void the_pages_that_starting_up_took_are_given_back_and_everything_still_works()
      throws IOException {
    Device device = Device.running(bed, "lean");
    control.want("lean", ControlPlane.oneFile(1, "/etc/lean", "thin"));
    control.awaitConverged("lean", 1);

    // Starting up touches two thirds of the binary; what stays in use is less than half of it.
    long enough = Files.size(Binaries.harmonyAgent()) / 1024 * 55 / 100;
    bed.eventually(Duration.ofSeconds(15), () -> mappedKilobytes(device) < enough);

    device.pi().run("systemctl", "reload", Device.UNIT).orFail();
    bed.eventually(
        Duration.ofSeconds(5), () -> device.journal().contains("pass over 1 resources took"));
    control.want("lean", ControlPlane.oneFile(2, "/etc/lean", "thinner"));
    control.awaitConverged("lean", 2);
    device.stopAgent();
    assertThat(property(device, "Result")).isEqualTo("success");
    assertThat(property(device, "NRestarts")).isEqualTo("0");
  }

  /** What is mapped of files, which is our own binary for the most part. */
  private static long mappedKilobytes(Device device) {
    String rollup = device.pi().read("/proc/" + device.agentPid() + "/smaps_rollup");
    return rollup
        .lines()
        .filter(line -> line.startsWith("Pss_File:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .sum();
  }

  @Test
  void the_id_comes_from_the_machine_id_where_none_is_configured() {
    Device device = Device.prepare(bed, "anon");
    device
        .pi()
        .write(
            "/etc/harmony-agent/config.yaml",
            "nats:\n  servers: [\"%s\"]\n".formatted(bed.nats().url()));
    device.startAgent();

    assertThat(device.journal()).containsPattern("harmony-agent [^ ]+ on pi-[0-9a-f]{12} ");
  }

  @Test
  void a_wrong_key_in_the_configuration_is_named_with_file_and_line() {
    Device device = Device.prepare(bed, "typo");
    device
        .pi()
        .write("/etc/harmony-agent/conf.d/10-local.yaml", "# ours\nheartbeat_intervall: 30s\n");

    var output = device.agent("run");

    assertThat(output.exitCode()).isEqualTo(2);
    assertThat(output.err())
        .contains("/etc/harmony-agent/conf.d/10-local.yaml:2:")
        .contains("/heartbeat_intervall: is not a key that we know");
  }

  @Test
  void a_broken_configuration_loses_no_device_and_is_told_until_it_is_mended() {
    Device device = Device.running(bed, "lost");
    control.want("lost", ControlPlane.oneFile(1, "/etc/lost", "found"));
    control.awaitConverged("lost", 1);
    Condition fine = degraded("lost");
    assertThat(fine.holds()).isFalse();
    String copy = "/var/lib/harmony-agent/config-last-good.json";
    assertThat(device.pi().run("stat", "--format=%a", copy).text()).isEqualTo("600");

    device.pi().write("/etc/harmony-agent/conf.d/90-hand.yaml", "# cut off\nnats: {servers: [");
    restart(device);

    control.want("lost", ControlPlane.oneFile(2, "/etc/lost", "found again"));
    control.awaitConverged("lost", 2);
    Condition broken = degraded("lost");
    assertThat(broken.holds()).isTrue();
    assertThat(broken.reason()).isEqualTo("ConfigurationRejected");
    assertThat(broken.message()).contains("/etc/harmony-agent/conf.d/90-hand.yaml:2:");
    assertThat(device.journal()).contains("the configuration cannot be used: ");
    assertThat(device.agent("status", "-o", "wide").out())
        .contains("\nconfiguration: /etc/harmony-agent/conf.d/90-hand.yaml:2:");
    assertThat(device.agent("doctor", "-o", "json").out())
        .contains("/etc/harmony-agent/conf.d/90-hand.yaml:2:", "systemctl restart harmony-agent");

    device.pi().write("/etc/harmony-agent/conf.d/90-hand.yaml", "deadline: 20s\n");
    restart(device);

    bed.eventually(Duration.ofSeconds(10), () -> !degraded("lost").holds());
    assertThat(device.pi().read(copy)).contains("90-hand.yaml", "deadline: 20s");
  }

  private static void restart(Device device) {
    device.stopAgent();
    device.startAgent();
  }

  private static Condition degraded(String agent) {
    return control.status(agent).orElseThrow().conditions().stream()
        .filter(condition -> condition.type() == Condition.Type.DEGRADED)
        .findFirst()
        .orElseThrow();
  }

  private static String property(Device device, String name) {
    return device
        .pi()
        .run("systemctl", "show", "--property=" + name, "--value", Device.UNIT)
        .orFail()
        .text();
  }
}
