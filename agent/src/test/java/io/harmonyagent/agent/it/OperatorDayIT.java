package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.testbed.Pi;
import io.harmonyagent.testbed.Testbed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A day of an operator with a fleet of five: what was done in the morning is there in the evening,
 * so the order of the tests is the order of the day.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OperatorDayIT {
  private static final List<String> NAMES = List.of("barn-1", "barn-2", "barn-3", "barn-4", "home");

  @RegisterExtension static final Testbed bed = Testbed.withNats(1);

  private static List<Device> fleet;

  @TempDir Path files;

  @BeforeAll
  static void five_devices_reach_the_mesh() throws Exception {
    assertThat(ctl("init").exitCode()).isZero();
    bed.boot(NAMES.stream().map(bed::pi).toArray(Pi[]::new));
    fleet = NAMES.stream().map(name -> Device.running(bed, name)).toList();
    bed.eventually(
        Duration.ofSeconds(20),
        () -> ctl("get", "agents", "-o", "name").out().lines().count() == 5);
  }

  @Test
  @Order(1)
  void devices_are_labelled_and_listed_by_their_labels() throws Exception {
    for (String barn : NAMES.subList(0, 4)) {
      assertThat(ctl("label", barn, "site=barn").out()).isEqualTo(barn + "  site=barn\n");
    }
    ctl("label", "home", "site=home", "old=x");
    ctl("label", "home", "old-");

    assertThat(names("get", "agents", "--selector", "site=barn", "-o", "name"))
        .isEqualTo(NAMES.subList(0, 4));
    assertThat(names("get", "agents", "--selector", "site!=barn", "-o", "name"))
        .containsExactly("home");
    String table = ctl("get", "agents").out();
    assertThat(table).contains("AGENT", "barn-1", "site=barn", "site=home").doesNotContain("old");
    assertThat(table.lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  @Order(2)
  void a_plan_says_what_would_come_with_the_devices_own_values() throws Exception {
    Program plan = ctl("plan", "-f", example(), "--agent", "barn-1");

    assertThat(plan.exitCode()).as(plan.err()).isZero();
    assertThat(plan.out()).contains("motd", "WillCreate", "/etc/motd.d/harmony", "ticker.service");
    assertThat(fleet.getFirst().pi().exists("/etc/motd.d/harmony")).isFalse();
    Program dry = ctl("apply", "-f", example(), "--selector", "site=barn", "--dry-run");
    assertThat(dry.out()).contains("barn-4: would change", "nothing was changed");
    assertThat(
            names("apply", "-f", example(), "--selector", "site=barn", "--dry-run", "-o", "name"))
        .isEqualTo(NAMES.subList(0, 4));
  }

  @Test
  @Order(3)
  void a_group_is_changed_canary_first() throws Exception {
    Program apply = ctl("apply", "-f", example(), "--selector", "site=barn", "--canary", "1");

    assertThat(apply.exitCode()).as(apply.out() + apply.err()).isZero();
    assertThat(apply.out())
        .containsSubsequence(
            "[1/4] barn-1",
            "barn-1: Converged",
            "the canaries have converged, 3 to go",
            "[2/4] barn-2",
            "4 of 4 have converged");
    assertThat(fleet.get(3).pi().read("/etc/motd.d/harmony"))
        .isEqualTo("barn-4, at the site barn\n");
    assertThat(fleet.get(4).pi().exists("/etc/motd.d/harmony")).isFalse();
    assertThat(ctl("wait", "--selector", "site=barn", "--for=Converged").exitCode()).isZero();
  }

  @Test
  @Order(4)
  void a_device_that_fails_stops_the_roll_out() throws Exception {
    fleet.get(2).pi().run("mkdir", "-p", "/etc/extra/full").orFail();
    Path next = manifest("${label.site}");

    Program apply = ctl("apply", "-f", next.toString(), "--selector", "site=barn", "--canary", "1");

    assertThat(apply.exitCode()).as(apply.out() + apply.err()).isEqualTo(1);
    assertThat(apply.out())
        .containsSubsequence(
            "barn-2: Converged",
            "barn-3: Failed",
            "AlreadyExists",
            "stopped: 2 converged, 1 failed or on the way, 1 left as they were");
    assertThat(fleet.get(1).pi().read("/etc/extra")).isEqualTo("barn");
    assertThat(fleet.get(3).pi().exists("/etc/extra")).isFalse();
  }

  @Test
  @Order(5)
  void what_is_wrong_can_be_looked_into() throws Exception {
    Program diff = ctl("diff", "barn-3");
    assertThat(diff.exitCode()).isEqualTo(1);
    assertThat(diff.out()).contains("extra", "Blocked");
    assertThat(ctl("diff", "barn-1").out()).isEqualTo("barn-1: is what generation 2 wants\n");

    String described = ctl("describe", "extra", "--agent", "barn-3").out();
    assertThat(described).contains("state: Failed", "AlreadyExists", "path: /etc/extra");
    assertThat(ctl("get", "agents").out()).contains("barn-3  Degraded");
    assertThat(ctl("get", "agent", "barn-3").out()).contains("extra", "Failed");
  }

  @Test
  @Order(6)
  void what_was_secret_is_not_shown() throws Exception {
    Path secret =
        Files.writeString(
            files.resolve("secret.yaml"),
            """
            resources:
              - id: key
                spec: {kind: File, path: /etc/key, mode: "0600", content: {inline: hunter2}}
            """);
    assertThat(ctl("apply", "-f", secret.toString(), "--agent", "home", "--wait").exitCode())
        .isZero();

    assertThat(ctl("get", "manifest", "home").out()).contains("hidden").doesNotContain("hunter2");
    assertThat(ctl("describe", "key", "--agent", "home").out()).doesNotContain("hunter2");
    assertThat(ctl("get", "manifest", "home", "--reveal").out()).contains("hunter2");
  }

  @Test
  @Order(7)
  void a_roll_back_brings_back_what_was_wanted_before_as_a_new_generation() throws Exception {
    Program back = ctl("rollback", "barn-1", "--wait");

    assertThat(back.exitCode()).as(back.out() + back.err()).isZero();
    assertThat(back.out()).contains("generation 3 is wanted, which is generation 1 again");
    assertThat(fleet.getFirst().pi().exists("/etc/extra")).isFalse();
    assertThat(fleet.getFirst().pi().exists("/etc/motd.d/harmony")).isTrue();
    String history = ctl("history", "barn-1").out();
    assertThat(history.lines().skip(1).map(line -> line.substring(0, 1)))
        .containsExactly("3", "2", "1");
    assertThat(history).contains("rollback to 1", "Converged", "@");
    assertThat(ctl("history", "barn-3", "-o", "wide").out()).contains("ResourceFailed", "extra");
  }

  @Test
  @Order(8)
  void logs_come_from_the_device_as_they_are_written() throws Exception {
    bed.eventually(
        Duration.ofSeconds(15),
        () ->
            ctl("logs", "ticker", "--agent", "barn-2", "--tail", "3")
                .out()
                .contains("barn-2 ticks"));
    Program agent = ctl("logs", "--agent", "barn-2", "--tail", "500");
    assertThat(agent.exitCode()).isZero();
    assertThat(agent.out()).contains("mesh: connected");
    assertThat(ctl("logs", "motd", "--agent", "barn-2").err()).contains("containers and units");
  }

  @Test
  @Order(9)
  void the_doctor_finds_what_is_wrong_and_says_what_to_do() throws Exception {
    fleet.get(4).stopAgent();

    Program outside = ctl("doctor");
    assertThat(outside.out())
        .contains("harmony_agents", "one server", "without TLS", "sync_interval", "barn-3");
    Program device = ctl("doctor", "--agent", "barn-2");
    assertThat(device.exitCode()).as(device.out() + device.err()).isZero();
    assertThat(device.out()).contains("disk", "podman", "D-Bus", "clock");
    assertThat(fleet.get(1).agent("doctor").out()).contains("mesh", "disk");
  }

  @Test
  @Order(10)
  void what_is_deleted_goes_from_the_device() throws Exception {
    assertThat(ctl("delete", "resource", "motd", "--agent", "barn-2").err())
        .contains("'ticker' depends on 'motd'");
    Program one = ctl("delete", "resource", "ticker", "--agent", "barn-2", "--wait");
    assertThat(one.exitCode()).as(one.err()).isZero();
    assertThat(fleet.get(1).pi().isActive("ticker")).isFalse();

    assertThat(ctl("delete", "resources", "--agent", "barn-2").exitCode()).isEqualTo(2);
    Program all = ctl("delete", "resources", "--agent", "barn-2", "--yes", "--wait", "-o", "json");
    assertThat(all.exitCode()).as(all.err()).isZero();
    assertThat(new JsonReader().read(all.out().getBytes(StandardCharsets.UTF_8), "outcome"))
        .isInstanceOf(Node.Mapping.class);
    assertThat(all.out()).contains("\"outcome\": \"Converged\"", "\"status\"");
    assertThat(all.err()).contains("generation 4 is wanted, which is nothing");
    assertThat(fleet.get(1).pi().exists("/etc/motd.d/harmony")).isFalse();
    assertThat(ctl("delete", "agent", "barn-2").err()).contains("is connected");
  }

  private Path manifest(String extra) throws IOException {
    return Files.writeString(
        files.resolve("next.yaml"),
        Files.readString(Path.of(example()))
            + "  - id: extra\n    spec: {kind: File, path: /etc/extra, content: {inline: \""
            + extra
            + "\"}}\n");
  }

  private static String example() {
    return Binaries.inRepository("examples/fleet.yaml").toString();
  }

  private static List<String> names(String... arguments) throws Exception {
    return ctl(arguments).out().lines().toList();
  }

  private static Program ctl(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    boolean nested = List.of("get", "delete").contains(arguments[0]);
    all.addAll(nested ? 2 : 1, List.of("-s", bed.nats().node(1).relayUrl()));
    try {
      return Program.run(
          Binaries.harmonyAgent().resolveSibling("harmonyctl"),
          new byte[0],
          all.toArray(String[]::new));
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
