package io.harmonyagent.agent.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.config.AgentConfig;
import io.harmonyagent.core.config.ConfigFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is found, how bad it is, and that there is a remedy. */
class FindingsTest {
  @TempDir private Path files;

  @Test
  void a_certificate_is_judged_by_what_is_left_of_it() throws Exception {
    Path certificate = certificate();
    Instant now = Instant.now();

    assertThat(level(certificate, now)).isEqualTo(Finding.Level.OK);
    assertThat(level(certificate, now.plus(Duration.ofDays(70)))).isEqualTo(Finding.Level.WARNING);
    assertThat(level(certificate, now.plus(Duration.ofDays(85)))).isEqualTo(Finding.Level.BAD);
    assertThat(level(certificate, now.plus(Duration.ofDays(91)))).isEqualTo(Finding.Level.BAD);
  }

  @Test
  void a_certificate_of_the_future_makes_one_ask_for_the_clock() throws Exception {
    Finding finding =
        new Certificates(Instant.now().minus(Duration.ofDays(400))).expiry(certificate());

    assertThat(finding.level()).isEqualTo(Finding.Level.BAD);
    assertThat(finding.remedy()).contains("clock");
  }

  @Test
  void a_file_that_is_no_certificate_has_a_remedy() throws Exception {
    Path nothing = Files.writeString(files.resolve("x.pem"), "nothing\n");

    assertThat(new Certificates(Instant.now()).expiry(nothing).remedy()).contains("PEM");
    assertThat(new Certificates(Instant.now()).expiry(files.resolve("gone")).remedy())
        .contains("PEM");
  }

  @Test
  void a_broken_configuration_is_bad_and_named() throws Exception {
    Files.writeString(files.resolve("config.yaml"), "typo: 1\n");

    Finding finding = DeviceDoctor.configuration(configuration(), Optional.empty());

    assertThat(finding.level()).isEqualTo(Finding.Level.BAD);
    assertThat(finding.text()).startsWith(files.resolve("config.yaml") + ":1:7: /typo");
    assertThat(finding.remedy()).contains("restart");
  }

  @Test
  void a_configuration_that_the_agent_does_not_work_with_yet_is_a_warning() throws Exception {
    AgentConfig before = configuration().load();
    assertThat(DeviceDoctor.configuration(configuration(), Optional.of(before)).level())
        .isEqualTo(Finding.Level.OK);

    Files.writeString(files.resolve("config.yaml"), "deadline: 7s\n");

    assertThat(DeviceDoctor.configuration(configuration(), Optional.of(before)).level())
        .isEqualTo(Finding.Level.WARNING);
  }

  private ConfigFiles configuration() {
    return new ConfigFiles(files, Map.of());
  }

  @Test
  void a_leader_without_a_deadman_is_bad_and_a_follower_without_one_is_not() {
    assertThat(DeviceDoctor.deadman("shop", false, false, false).level())
        .isEqualTo(Finding.Level.BAD);
    assertThat(DeviceDoctor.deadman("shop", true, true, true).level()).isEqualTo(Finding.Level.OK);
    assertThat(DeviceDoctor.deadman("shop", true, false, false).level())
        .isEqualTo(Finding.Level.OK);
    Finding leader = DeviceDoctor.deadman("shop", true, false, true);
    assertThat(leader.level()).isEqualTo(Finding.Level.BAD);
    assertThat(leader.remedy()).contains("switchover shop");
  }

  private static Finding.Level level(Path certificate, Instant now) {
    return new Certificates(now).expiry(certificate).level();
  }

  /** Valid for 90 days. */
  private Path certificate() throws Exception {
    Path store = files.resolve("store");
    keytool(
        "-genkeypair",
        "-alias",
        "a",
        "-dname",
        "CN=a",
        "-keyalg",
        "EC",
        "-validity",
        "90",
        "-storepass",
        "changeit",
        "-keystore",
        store.toString());
    Path certificate = files.resolve("a.pem");
    keytool(
        "-exportcert",
        "-rfc",
        "-alias",
        "a",
        "-storepass",
        "changeit",
        "-keystore",
        store.toString(),
        "-file",
        certificate.toString());
    return Files.setPosixFilePermissions(certificate, PosixFilePermissions.fromString("rw-r--r--"));
  }

  private static void keytool(String... arguments) throws Exception {
    Path program = Path.of(System.getProperty("java.home"), "bin", "keytool");
    String[] command = new String[arguments.length + 1];
    command[0] = program.toString();
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor()).isZero();
  }
}
