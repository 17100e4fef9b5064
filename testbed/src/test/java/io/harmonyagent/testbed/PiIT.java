package io.harmonyagent.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a Pi promises: a machine of its own, with power, a disk, units and containers. */
class PiIT {
  @RegisterExtension static final Testbed bed = Testbed.withoutNats();

  private static final Duration SOON = Duration.ofSeconds(10);
  private static final String GREETER =
      """
      [Service]
      ExecStart=/bin/sh -c 'echo good morning; exec sleep 1000'
      """;

  @BeforeAll
  static void boot() {
    bed.pi("kitchen").boot();
  }

  @Test
  void it_has_its_own_name_and_identity_and_nothing_of_the_machine_under_it() throws Exception {
    Pi kitchen = bed.pi("kitchen");

    assertThat(kitchen.run("hostname").orFail().text()).isEqualTo("kitchen");
    assertThat(kitchen.run("cat", "/proc/1/comm").orFail().text()).isEqualTo("systemd");
    assertThat(kitchen.read("/etc/machine-id").strip()).matches("[0-9a-f]{32}");
    assertThat(kitchen.run("ls", "/root", "/home", "/opt").orFail().out())
        .isEqualToIgnoringWhitespace("/home: /opt: /root:");
    assertThat(kitchen.run("systemctl", "--failed", "--quiet").orFail().text()).isEmpty();
  }

  @Test
  void it_cannot_change_what_no_namespace_keeps_apart() {
    Pi kitchen = bed.pi("kitchen");

    assertThat(kitchen.run("date", "--set=2001-01-01").err()).contains("not permitted");
    assertThat(kitchen.run("sh", "-c", "echo 1 >/proc/sys/kernel/panic").err())
        .contains("Read-only");
  }

  @Test
  void a_unit_runs_and_its_journal_can_be_read() {
    Pi kitchen = bed.pi("kitchen");
    kitchen.write("/etc/systemd/system/greeter.service", GREETER);
    kitchen.run("systemctl", "daemon-reload").orFail();

    kitchen.start("greeter");

    assertThat(kitchen.isActive("greeter")).isTrue();
    bed.eventually(SOON, () -> kitchen.journal("greeter"), text -> text.contains("good morning"));
    kitchen.stop("greeter");
    assertThat(kitchen.isActive("greeter")).isFalse();
  }

  @Test
  void a_frozen_process_does_nothing_until_it_is_thawed() {
    Pi kitchen = bed.pi("kitchen");
    kitchen.run("systemd-run", "--unit=sleeper", "sleep", "1000").orFail();
    long pid = kitchen.mainPid("sleeper");

    kitchen.freeze(pid);
    assertThat(stateOf(kitchen, pid)).isEqualTo("T");
    kitchen.thaw(pid);
    assertThat(stateOf(kitchen, pid)).isEqualTo("S");
    kitchen.kill(pid);
    bed.eventually(SOON, () -> !kitchen.isActive("sleeper"));
  }

  @Test
  void a_petrified_unit_cannot_be_killed_until_it_may_go_on() {
    Pi kitchen = bed.pi("kitchen");
    kitchen.run("systemd-run", "--collect", "--unit=stone", "sleep", "1000").orFail();
    long pid = kitchen.mainPid("stone");

    kitchen.petrify("stone.service");
    kitchen.kill(pid);
    assertThat(kitchen.exists("/proc/" + pid + "/exe")).isTrue();
    kitchen.unpetrify();

    bed.eventually(SOON, () -> !kitchen.isActive("stone"));
  }

  @Test
  void a_pi_with_a_petrified_unit_still_resets_itself_and_loses_its_power() {
    Pi vault = bed.pi("vault").boot();
    vault.run("systemd-run", "--unit=stone", "sleep", "1000").orFail();
    String before = bootId(vault);

    vault.petrify("stone.service");
    vault.run("systemctl", "reboot", "--force", "--force");
    bed.eventually(SOON, () -> bootId(vault), id -> !id.equals(before));
    vault.run("systemd-run", "--unit=stone", "sleep", "1000").orFail();
    vault.petrify("stone.service");
    vault.powerCut();

    assertThat(vault.isOn()).isFalse();
  }

  @Test
  void a_power_cut_ends_everything_but_the_disk() {
    Pi attic = bed.pi("attic").boot();
    attic.write("/var/lib/note", "written before");
    attic.write("/run/note", "written before");
    String identity = attic.read("/etc/machine-id");
    String firstBoot = bootId(attic);

    attic.powerCut();
    assertThat(attic.isOn()).isFalse();
    assertThat(attic.read("/var/lib/note")).isEqualTo("written before");
    attic.boot();

    assertThat(bootId(attic)).isNotEqualTo(firstBoot);
    assertThat(attic.read("/var/lib/note")).isEqualTo("written before");
    assertThat(attic.exists("/run/note")).isFalse();
    assertThat(attic.read("/etc/machine-id")).isEqualTo(identity);
    assertThat(attic.journal().split("Startup finished")).hasSize(3);
  }

  @Test
  void it_shuts_down_cleanly_when_asked() {
    Pi cellar = bed.pi("cellar");
    cellar.write(
        "/etc/systemd/system/last-words.service",
        """
        [Service]
        Type=oneshot
        RemainAfterExit=yes
        ExecStart=/bin/true
        ExecStop=/bin/sh -c 'echo farewell >/var/lib/last-words'
        """);
    cellar.boot();
    cellar.start("last-words");

    cellar.shutDown();

    assertThat(cellar.isOn()).isFalse();
    assertThat(cellar.read("/var/lib/last-words")).isEqualTo("farewell\n");
  }

  @Test
  void it_comes_up_again_when_it_restarts_itself() {
    Pi garage = bed.pi("garage").boot();
    String before = bootId(garage);

    garage.run("systemctl", "reboot");

    bed.eventually(SOON, () -> bootId(garage), id -> !id.equals(before));
    assertThat(garage.run("systemctl", "is-system-running", "--wait").text()).isEqualTo("running");
  }

  @Test
  void a_pi_that_switched_itself_off_runs_nothing_and_can_be_booted_again() {
    Pi shed = bed.pi("shed").boot();
    shed.run("systemctl", "poweroff");
    bed.eventually(SOON, () -> !shed.isOn());

    assertThatThrownBy(() -> shed.run("true")).hasMessageContaining("went off by itself");
    shed.boot();

    assertThat(shed.run("true").ok()).isTrue();
  }

  @Test
  void a_full_disk_refuses_writes_until_it_is_freed() {
    Pi kitchen = bed.pi("kitchen");
    byte[] megabyte = new byte[1 << 20];

    kitchen.fillDisk();
    assertThatThrownBy(() -> kitchen.write("/var/lib/more", megabyte))
        .hasMessageContaining("No space left on device");
    kitchen.freeDisk();

    kitchen.write("/var/lib/more", megabyte);
    assertThat(kitchen.run("stat", "--format=%s", "/var/lib/more").text()).isEqualTo("1048576");
  }

  @Test
  void a_program_is_installed_and_seen_from_outside_too() throws Exception {
    Pi kitchen = bed.pi("kitchen");
    Path program = Files.createTempFile("program", ".sh");
    Files.writeString(program, "#!/bin/sh\necho it runs\n");

    kitchen.install(program, "/usr/local/bin/program");
    Files.delete(program);

    assertThat(kitchen.run("program").orFail().text()).isEqualTo("it runs");
    assertThat(kitchen.root().resolve("usr/local/bin/program")).exists();
  }

  @Test
  void podman_pulls_and_runs_images_from_the_registry() {
    Pi kitchen = bed.pi("kitchen");
    Image web = bed.registry().image("web", "v1");

    kitchen.run("podman", "run", "--detach", "--name=web", "--network=host", web.pinned()).orFail();

    bed.eventually(
        SOON, () -> kitchen.run("curl", "-s", "http://kitchen:8080/").text(), "v1"::equals);
    Image quitter = bed.registry().image("quitter", "v1");
    assertThat(kitchen.run("podman", "run", "--rm", quitter.reference()).exitCode()).isEqualTo(3);
    assertThat(kitchen.run("podman", "inspect", "--format={{.ImageDigest}}", "web").text())
        .isEqualTo(web.digest());
    assertThat(kitchen.root().resolve("run/podman/podman.sock")).exists();
  }

  @Test
  void health_checks_of_containers_are_carried_out() {
    Pi kitchen = bed.pi("kitchen");
    Image sick = bed.registry().image("sick", "v1");

    kitchen.run("podman", "run", "--detach", "--name=sick", sick.reference()).orFail();

    bed.eventually(
        SOON,
        () -> kitchen.run("podman", "inspect", "--format={{.State.Health.Status}}", "sick").text(),
        status -> status.equals("unhealthy"));
  }

  private static String bootId(Pi pi) {
    return pi.run("cat", "/proc/sys/kernel/random/boot_id").orFail().text();
  }

  private static String stateOf(Pi pi, long pid) {
    return pi.run("ps", "-o", "stat=", "-p", String.valueOf(pid)).orFail().text().substring(0, 1);
  }
}
