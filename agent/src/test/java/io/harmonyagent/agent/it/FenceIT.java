package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.testbed.Pi;
import io.harmonyagent.testbed.Testbed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The ladder with the program that climbs it on a device, in the time of a real configuration. What
 * is fenced only has to be a unit with a port, so that it can be as stubborn as wanted.
 */
class FenceIT {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final String ORDER = "/run/harmony-postgres/heating/fence.conf";
  private static final List<String> UNITS =
      List.of(
          "harmony-deadman@.service",
          "harmony-fence@.service",
          "harmony-open@.service",
          "harmony-reset.service");

  @RegisterExtension static final Testbed bed = Testbed.withoutNats();

  private static Pi pi;

  @BeforeAll
  static void boot() throws Exception {
    pi = bed.pi("alpha").boot();
    pi.install(Binaries.harmonyAgent(), "/usr/bin/harmony-agent");
    for (String unit : UNITS) {
      Path source = Binaries.inRepository("systemd/" + unit);
      pi.write("/usr/lib/systemd/system/" + unit, Files.readString(source));
    }
    pi.write(ORDER, "unit=victim.service\nport=5444\nwithin_ms=3000\n");
    pi.write(
        "/run/systemd/system/harmony-deadman@heating.service.d/a.conf",
        "[Unit]\nPropagatesStopTo=victim.service\n");
  }

  private static void victimThat(String whatItDoesWhenAsked) {
    pi.write(
        "/usr/local/bin/victim",
        """
        #!/bin/bash
        %s
        busybox nc -ll -p 5444 -e /bin/cat &
        while :; do sleep 0.2; done
        """
            .formatted(whatItDoesWhenAsked));
    pi.run("chmod", "755", "/usr/local/bin/victim").orFail();
    pi.write(
        "/run/systemd/system/victim.service",
        """
        [Service]
        ExecStart=/usr/local/bin/victim
        KillMode=mixed
        KillSignal=SIGINT
        TimeoutStopSec=60
        """);
    pi.run("systemctl", "daemon-reload").orFail();
    pi.start("victim");
  }

  @Test
  void by_hand_it_ends_at_the_first_rung() {
    victimThat("trap 'kill %1; exit 0' INT");
    assertThat(pi.run("harmony-agent", "fence", "--cluster", "heating").exitCode()).isEqualTo(2);
    assertThat(pi.isActive("victim")).isTrue();

    pi.run("harmony-agent", "fence", "--cluster", "heating", "--now").orFail();

    assertThat(pi.isActive("victim")).isFalse();
    assertThat(pi.journal("harmony-fence@heating")).contains("fenced heating by FAST_STOP");
  }

  @Test
  void what_will_not_stop_is_killed_within_the_time() {
    victimThat("trap '' INT QUIT TERM");

    pi.run("harmony-agent", "fence", "--cluster", "heating", "--now").orFail();

    assertThat(pi.isActive("victim")).isFalse();
    assertThat(pi.journal("harmony-fence@heating")).contains("fenced heating by KILL");
  }

  @Test
  void the_deadline_needs_no_agent() {
    victimThat("trap 'kill %1; exit 0' INT");
    pi.run(
            "sh",
            "-c",
            "awk '{printf \"%.2f\\n\", $1 + 1}' /proc/uptime >/run/harmony-postgres/heating/deadline"
                + " && systemctl start harmony-deadman@heating")
        .orFail();
    assertThat(pi.isActive("victim")).isTrue();
    bed.eventually(SOON, () -> !pi.isActive("victim"));
    bed.eventually(SOON, () -> !pi.isActive("harmony-deadman@heating"));
  }

  @Test
  void an_unknown_cluster_is_no_reason_to_reset_the_machine() {
    String boot = pi.read("/proc/sys/kernel/random/boot_id");
    pi.run("systemctl", "start", "harmony-fence@elsewhere").orFail();
    assertThat(pi.run("harmony-agent", "fence", "--cluster", "elsewhere", "--now").exitCode())
        .isEqualTo(1);
    assertThat(pi.read("/proc/sys/kernel/random/boot_id")).isEqualTo(boot);
  }
}
