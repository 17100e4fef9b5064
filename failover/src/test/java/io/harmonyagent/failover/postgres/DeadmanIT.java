package io.harmonyagent.failover.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.testbed.Pi;
import io.harmonyagent.testbed.Testbed;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whatever becomes of the agent, PID 1 ends PostgreSQL at the deadline, and not before. */
class DeadmanIT {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final long FENCE_MS = 20_000;

  @RegisterExtension static final Testbed bed = Testbed.withoutNats();

  private static DrivenSite site;
  private static Pi pi;

  @BeforeAll
  static void boot() {
    pi = bed.pi("alpha").boot();
    site = DrivenSite.install(bed, pi, "beta", "-");
    site.startAgent();
    site.becomeFirstPrimary(600_000, FENCE_MS);
    site.sql("create table t (i int)");
  }

  @BeforeEach
  void open() {
    // Nothing is armed beside a fence that has begun.
    bed.eventually(SOON, () -> site.ask("arm 600000 " + FENCE_MS).startsWith("ok"));
    site.does("open false");
  }

  @AfterEach
  void rest() {
    site.does("rest");
  }

  @Test
  void a_frozen_agent_is_fenced_at_the_deadline_and_open_sessions_are_cut() {
    site.does("renew 250 3000 " + FENCE_MS);
    // A session that was there before, and that nobody told anything.
    pi.run(
            "systemd-run",
            "--unit=client",
            "--property=User=postgres",
            "psql",
            "-h",
            "/run/harmony-postgres/heating/socket",
            "-p",
            "5433",
            "-c",
            "select pg_sleep(600)")
        .orFail();
    bed.eventually(SOON, () -> pi.isActive("client"));
    long agent = pi.mainPid(DrivenSite.AGENT);
    pi.freeze(agent);
    long frozenNs = System.nanoTime();
    assertThat(site.isDown()).isFalse();
    bed.eventually(SOON, site::isDown);
    Duration took = Duration.ofNanos(System.nanoTime() - frozenNs);
    pi.thaw(agent);
    assertThat(took).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(8));
    bed.eventually(SOON, () -> !pi.isActive("client"));
    System.err.println("frozen agent: PostgreSQL gone after " + took.toMillis() + " ms of 3000");
  }

  @Test
  void without_an_agent_the_same_happens() {
    site.does("arm 1500 " + FENCE_MS);
    pi.kill(pi.mainPid(DrivenSite.AGENT));
    bed.eventually(SOON, site::isDown);
    site.startAgent();
    assertThat(site.ask("open false")).startsWith("failed");
  }

  @Test
  void an_opening_after_the_deadline_is_refused() {
    site.does("stop 10000");
    site.does("arm 200 " + FENCE_MS);
    bed.eventually(SOON, () -> !pi.isActive("harmony-deadman@heating"));
    bed.eventually(SOON, () -> site.ask("open false").contains("harmony-open@heating"));
    assertThat(site.does("look")).doesNotContain("WRITABLE");
  }

  @Test
  void a_deadline_that_has_passed_fences_at_once() {
    site.ask("arm -5000 " + FENCE_MS);
    bed.eventually(SOON, site::isDown);
  }

  @Test
  void a_new_agent_finds_the_deadline_and_interrupts_nothing() {
    long postgres = pi.mainPid(site.unit());
    site.does("arm 20000 " + FENCE_MS);
    pi.run("systemctl", "restart", DrivenSite.AGENT).orFail();
    site.startAgent();
    assertThat(Long.parseLong(site.does("left").strip())).isBetween(1L, 20_000L);
    assertThat(site.does("look")).contains("WRITABLE").contains("usable=true");
    site.does("arm 20000 " + FENCE_MS);
    site.does("arm 20000 " + FENCE_MS);
    assertThat(site.does("write 2000")).isEqualTo("true WRITABLE");
    assertThat(pi.mainPid(site.unit())).isEqualTo(postgres);
  }

  @Test
  void a_renewal_costs_pid_1_and_the_bus_next_to_nothing() {
    int renewals = 200;
    long before = cpuMs();
    site.does("renew 10 60000 " + FENCE_MS);
    bed.eventually(SOON, () -> Long.parseLong(site.does("renewals").strip()) >= renewals);
    double each = (cpuMs() - before) / (double) Long.parseLong(site.does("renewals").strip());
    System.err.printf("a renewal: %.2f ms of PID 1, the bus and the deadman%n", each);
    assertThat(each).isLessThan(3);
  }

  /** Of PID 1, the bus, and whoever holds the deadline; a step of the kernel's clock is 10 ms. */
  private static long cpuMs() {
    String pids =
        "1 $(pidof dbus-daemon) $(systemctl show -p MainPID --value harmony-deadman@heating)";
    String sum = "for p in " + pids + "; do cut -d' ' -f14,15 /proc/$p/stat; done";
    String steps = pi.run("sh", "-c", sum + " | awk '{s += $1 + $2} END {print s * 10}'").text();
    return Long.parseLong(steps);
  }

  @Test
  void a_postgres_that_will_not_stop_is_killed() {
    // A few seconds for each rung: the program that climbs is a JVM here, and slow to start.
    site.does("arm 600000 12000");
    pi.run("systemctl", "kill", "--signal=STOP", site.unit()).orFail();
    assertThat(site.does("fence")).contains("Verified").contains("STOPPED");
    assertThat(site.isDown()).isTrue();
    assertThat(pi.journal(site.unit())).contains("SIGKILL");
  }

  @Test
  void a_machine_that_goes_to_sleep_takes_no_writable_postgres_with_it() {
    pi.write(
        "/etc/systemd/system/nap.service",
        "[Unit]\nRequires=sleep.target\nAfter=sleep.target\n[Service]\nExecStart=/bin/true\n");
    pi.run("systemctl", "daemon-reload").orFail();
    pi.run("systemctl", "start", "--no-block", "nap").orFail();
    bed.eventually(SOON, site::isDown);
  }

  @Test
  void a_boot_starts_nothing_and_a_start_by_hand_is_a_standby() {
    pi.powerCut();
    pi.boot();
    assertThat(site.isDown()).isTrue();
    site.startAgent();
    assertThat(site.does("left").strip()).startsWith("-");
    pi.start(site.unit());
    assertThat(site.does("look")).contains("STANDBY");
    assertThat(site.trySql("insert into t values (1)").err()).contains("read-only");
  }

  @Test
  void where_the_ladder_fails_pid_1_resets_the_machine() {
    String before = pi.read("/proc/sys/kernel/random/boot_id");
    pi.write(
        "/etc/systemd/system/harmony-fence@.service.d/z.conf",
        "[Service]\nExecStart=\nExecStart=/bin/false\n");
    pi.run("systemctl", "daemon-reload").orFail();
    pi.run("systemctl", "kill", "--signal=STOP", site.unit()).orFail();
    site.ask("arm 100 " + FENCE_MS);
    bed.eventually(
        SOON,
        () -> pi.run("cat", "/proc/sys/kernel/random/boot_id"),
        boot -> boot.ok() && !boot.out().equals(before));
    pi.run("rm", "/etc/systemd/system/harmony-fence@.service.d/z.conf").orFail();
    pi.run("systemctl", "daemon-reload").orFail();
    site.startAgent();
  }
}
