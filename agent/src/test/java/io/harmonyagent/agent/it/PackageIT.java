package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.UpdateStatus;
import io.harmonyagent.testbed.Output;
import io.harmonyagent.testbed.Pi;
import io.harmonyagent.testbed.Release;
import io.harmonyagent.testbed.Testbed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The Debian package, from a fresh device to one that has nothing of it left. */
class PackageIT {
  @RegisterExtension static final Testbed bed = Testbed.withNats(1).switchingOff();

  private static final String UNIT =
      "{\"id\": \"unit\", \"spec\": {\"kind\": \"SystemdUnit\", \"name\": \"work.service\","
          + " \"content\": \"[Service]\\n"
          + "ExecStart=/bin/sleep infinity\\n"
          + "\", \"state\": \"active\"}}";

  private static ControlPlane control;
  private static Path first;
  private static Path second;

  @BeforeAll
  static void build() {
    control = ControlPlane.start(bed);
    first = Packages.build("1.0~it1");
    second = Packages.build("1.0~it2");
  }

  @ParameterizedTest
  @EnumSource
  void from_installing_to_purging_the_workloads_run_on(Release release) {
    Pi pi = fresh("life", release);
    String image = bed.registry().image("sleeper", "v1").reference();

    install(pi, first);
    assertThat(pi.run("systemctl", "is-enabled", Device.UNIT).text()).isEqualTo("enabled");
    assertThat(pi.isActive(Device.UNIT)).isTrue();
    bed.eventually(Duration.ofSeconds(5), () -> pi.journal(Device.UNIT).contains("no mesh is"));

    pi.write("/etc/harmony-agent/config.yaml", "agent_id: " + pi.name() + "\n");
    pi.write(
        "/etc/harmony-agent/conf.d/mesh.yaml", "nats: {servers: [" + bed.nats().url() + "]}\n");
    pi.run("systemctl", "restart", Device.UNIT).orFail();
    control.want(
        pi.name(),
        Containers.manifest(1, UNIT, Containers.container("web", image, "\"network\": \"none\"")));
    control.awaitConverged(pi.name(), 1);
    String workloads = workloads(pi);
    long agent = pi.mainPid(Device.UNIT);

    install(pi, second);
    assertThat(pi.run("dpkg-query", "--show", "harmony-agent").text()).endsWith("1.0~it2");
    assertThat(pi.mainPid(Device.UNIT)).isNotEqualTo(agent).isNotZero();
    assertThat(workloads(pi)).isEqualTo(workloads);
    assertThat(pi.read("/etc/harmony-agent/config.yaml"))
        .isEqualTo("agent_id: " + pi.name() + "\n");

    pi.run("dpkg", "--remove", "harmony-agent").orFail();
    assertThat(pi.isActive(Device.UNIT)).isFalse();
    assertThat(pi.exists("/usr/bin/harmony-agent")).isFalse();
    assertThat(pi.exists("/var/lib/harmony-agent/manifest.json")).isTrue();
    assertThat(workloads(pi)).isEqualTo(workloads);

    install(pi, second);
    bed.eventually(Duration.ofSeconds(10), () -> pi.run("harmony-agent", "status").ok());
    assertThat(workloads(pi)).isEqualTo(workloads);

    // As an update leaves it: a build that cannot be removed as long as it is mounted.
    String build = "/run/harmony-agent/builds/one";
    pi.run("mkdir", "-p", build).orFail();
    pi.run("mount", "-t", "tmpfs", "-o", "ro", "build", build).orFail();

    Output purge = pi.run("dpkg", "--purge", "harmony-agent").orFail();
    assertThat(purge.out() + purge.err()).doesNotContainIgnoringCase("warning");
    assertThat(workloads(pi)).isEqualTo(workloads);
    String places = "/etc /usr/bin /usr/lib /usr/libexec /usr/share /var/lib";
    assertThat(pi.run("sh", "-c", "find " + places + " -xdev -name '*harmony*'").text())
        .as("what is left")
        .isEmpty();
    assertThat(pi.exists("/run/harmony-agent")).isFalse();
  }

  @Test
  void what_was_installed_updates_itself_over_the_mesh(@TempDir Path files) throws Exception {
    Pi pi = fresh("updates", Release.AS_HERE);
    install(pi, first);
    Device device = Device.installed(bed, pi);
    Builds builds = new Builds(bed, files);
    builds.trustedBy(device);
    device.configure(Builds.CONFIG);
    pi.run("systemctl", "restart", Device.UNIT).orFail();
    control.want(pi.name(), Containers.manifest(1, UNIT));
    control.awaitConverged(pi.name(), 1);
    long work = pi.mainPid("work.service");
    String newer = Builds.version(2);
    String release = builds.push(builds.working(newer), newer);

    control.want(
        pi.name(),
        "{\"generation\": 2, \"resources\": [%s], \"agent\": %s}".formatted(UNIT, release));

    AgentStatus status =
        bed.eventually(
                Duration.ofSeconds(60),
                () -> control.status(pi.name()),
                s ->
                    s.flatMap(AgentStatus::update)
                        .filter(u -> u.state() == UpdateStatus.State.CURRENT)
                        .isPresent())
            .orElseThrow();
    assertThat(status.agentVersion()).isEqualTo(newer);
    assertThat(pi.mainPid("work.service")).isEqualTo(work);
  }

  @Test
  void what_the_agent_let_write_is_fenced_while_the_program_that_can_do_it_is_there() {
    Pi pi = fresh("guard", Release.AS_HERE);
    install(pi, first);
    pi.write("/run/systemd/system/base.service", "[Service]\nExecStart=/bin/sleep infinity\n");
    pi.run("systemctl", "daemon-reload").orFail();
    pi.start("base");
    pi.write(
        "/run/harmony-postgres/heating/fence.conf",
        "unit=base.service\nport=5444\nwithin_ms=3000\n");
    pi.write("/run/harmony-postgres/heating/deadline", "999999.00\n");

    pi.run("dpkg", "--remove", "harmony-agent").orFail();

    assertThat(pi.isActive("base")).isFalse();
  }

  @Test
  void a_policy_that_forbids_starting_is_respected() {
    Pi pi = fresh("policy", Release.AS_HERE);
    pi.write("/usr/sbin/policy-rc.d", "#!/bin/sh\nexit 101\n");
    pi.run("chmod", "755", "/usr/sbin/policy-rc.d").orFail();

    install(pi, first);

    assertThat(pi.isActive(Device.UNIT)).isFalse();
    assertThat(pi.run("systemctl", "is-enabled", Device.UNIT).text()).isEqualTo("enabled");
  }

  @Test
  void who_disabled_the_service_finds_it_disabled_after_an_upgrade() {
    Pi pi = fresh("disabled", Release.AS_HERE);
    install(pi, first);
    pi.run("systemctl", "disable", "--now", Device.UNIT).orFail();

    install(pi, second);

    assertThat(pi.run("systemctl", "is-enabled", Device.UNIT).text()).isEqualTo("disabled");
    assertThat(pi.isActive(Device.UNIT)).isFalse();
  }

  @Test
  void pauses_grow_with_every_failure_and_a_start_by_hand_has_none() {
    Pi pi = fresh("pauses", Release.AS_HERE);
    install(pi, first);
    // Without the copy of what worked so far, which would keep it going.
    pi.run("rm", "/var/lib/harmony-agent/config-last-good.json").orFail();
    pi.write("/etc/harmony-agent/config.yaml", "typo: 1\n");
    pi.run("systemctl", "restart", Device.UNIT);
    bed.eventually(
        Duration.ofSeconds(30),
        () -> pi.journal(Device.UNIT).contains("restart number 3: a pause of 4 s first"));

    pi.write("/etc/harmony-agent/config.yaml", "# nothing\n");
    pi.run("systemctl", "restart", Device.UNIT).orFail();

    assertThat(pi.isActive(Device.UNIT)).isTrue();
    assertThat(pi.journal(Device.UNIT)).contains("a pause of 2 s").doesNotContain("number 1:");
  }

  @Test
  void the_installed_units_have_no_mistakes() {
    Pi pi = fresh("verify", Release.AS_HERE);
    install(pi, first);

    // A template is judged by an instance of it.
    String all =
        "cd /usr/lib/systemd/system && systemd-analyze verify --man=no $(ls harmony-* | sed"
            + " s/@\\\\./@x./)";
    Output verify = pi.run("sh", "-c", all).orFail();

    assertThat(verify.err()).doesNotContain("harmony");
  }

  @Test
  void the_bill_of_materials_names_what_the_binary_is_made_of() {
    Pi pi = fresh("bill", Release.AS_HERE);
    install(pi, first);

    assertThat(pi.run("zcat", "/usr/share/doc/harmony-agent/sbom.cdx.json.gz").orFail().out())
        .contains(
            "\"bomFormat\": \"CycloneDX\"", "pkg:maven/io.nats/jnats@", "pkg:generic/openjdk@");
  }

  @Test
  void built_again_it_is_the_same_to_the_byte() throws Exception {
    byte[] once = Files.readAllBytes(first);

    assertThat(Files.readAllBytes(Packages.build("1.0~it1"))).isEqualTo(once);
  }

  @Test
  void lintian_has_neither_error_nor_warning_to_report() {
    Packages.check(first);
  }

  private static Pi fresh(String name, Release release) {
    Pi pi =
        switch (release) {
          case AS_HERE -> bed.pi(name);
          case DEBIAN_13 -> bed.pi(name + "-13", release);
        };
    pi.boot();
    // This machine may have one, as containers do.
    pi.run("rm", "-f", "/usr/sbin/policy-rc.d").orFail();
    return pi;
  }

  private static void install(Pi pi, Path deb) {
    pi.install(deb, "/root/agent.deb");
    pi.run("env", "DEBIAN_FRONTEND=noninteractive", "dpkg", "--install", "/root/agent.deb")
        .orFail();
  }

  private static String workloads(Pi pi) {
    return pi.mainPid("work.service")
        + " "
        + pi.run("podman", "inspect", "--format={{.State.Pid}}", "web").orFail().text();
  }
}
