package io.harmonyagent.agent.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.engine.Outcome;
import io.harmonyagent.core.engine.OwnedThing;
import io.harmonyagent.core.engine.RestartCause;
import io.harmonyagent.core.engine.Work;
import io.harmonyagent.core.ledger.Ledger;
import io.harmonyagent.core.manifest.ManagedResource;
import io.harmonyagent.core.manifest.ManifestReader;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.manifest.SystemdUnitSpec;
import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.Reconcilers;
import io.harmonyagent.core.status.ResourceDetails;
import io.harmonyagent.core.time.TimeSource;
import io.harmonyagent.reconcilers.file.DeviceRoot;
import io.harmonyagent.reconcilers.file.FileStat;
import io.harmonyagent.reconcilers.systemdunit.SystemdUnitReconciler;
import io.harmonyagent.testbed.Pi;
import io.harmonyagent.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The reconciler alone, in this process, with the real systemd of a Pi. */
class UnitReconcilerIT {
  @RegisterExtension static final Testbed bed = Testbed.withoutNats();

  private static final String SLEEPER =
      """
      [Service]
      ExecStart=/bin/sleep infinity

      [Install]
      WantedBy=multi-user.target
      """;

  private static Pi pi;

  @TempDir private Path state;
  private final BlockingQueue<ResourceId> hints = new LinkedBlockingQueue<>();
  private Duration later = Duration.ZERO;
  private Ledger ledger;
  private SystemdUnitReconciler units;
  private Reconcilers agent;

  @BeforeAll
  static void boot() {
    pi = bed.pi("rack").boot();
  }

  @BeforeEach
  void start() throws IOException {
    startOn(pi.root());
  }

  /** As after a start of the agent: it has its ledger, and remembers nothing else. */
  private void startOn(Path root) throws IOException {
    ledger = Ledger.open(state);
    TimeSource clock = () -> TimeSource.system().now().plus(later);
    units = new SystemdUnitReconciler(new DeviceRoot(root), FileStat.byJava(), clock, "this-boot");
    agent = new Reconcilers(List.of(units), ledger);
  }

  @AfterEach
  void stop() {
    units.close();
  }

  @Nested
  class UnitsOfOurs {
    @Test
    void are_written_enabled_and_started() {
      Outcome outcome = reconcile(ours("new.service", SLEEPER));

      assertThat(outcome).isInstanceOf(Outcome.Changed.class);
      assertThat(((Outcome.Changed) outcome).what()).isEqualTo("was missing");
      assertThat(pi.read("/etc/systemd/system/new.service")).isEqualTo(SLEEPER);
      assertThat(show("new.service", "ActiveState,UnitFileState"))
          .containsExactly("active", "enabled");
      assertThat(details(outcome).mainPid()).contains(pi.mainPid("new.service"));
    }

    @Test
    void are_left_alone_while_they_are_as_wanted() {
      reconcile(ours("calm.service", SLEEPER));
      long pid = pi.mainPid("calm.service");

      for (boolean thorough : new boolean[] {false, true, false}) {
        assertThat(reconcile(ours("calm.service", SLEEPER), thorough))
            .isInstanceOf(Outcome.InPlace.class);
      }

      assertThat(pi.mainPid("calm.service")).isEqualTo(pid);
    }

    @Test
    void are_restarted_when_their_content_changes() {
      reconcile(ours("tide.service", SLEEPER));
      long pid = pi.mainPid("tide.service");
      String changed = SLEEPER.replace("infinity", "100000");

      Outcome outcome = reconcile(ours("tide.service", changed));

      assertThat(outcome).isInstanceOf(Outcome.Changed.class);
      assertThat(pi.mainPid("tide.service")).isNotEqualTo(pid).isPositive();
      assertThat(
              pi.run("sh", "-c", "tr '\\0' ' ' </proc/" + pi.mainPid("tide.service") + "/cmdline")
                  .out())
          .contains("100000");
    }

    @Test
    void lose_a_drop_in_that_is_not_wanted_any_longer() {
      String dropIns = ", \"drop_ins\": {\"10-a.conf\": \"[Service]\\nEnvironment=A=5\\n\"}";
      reconcile(ours("drop.service", SLEEPER) + dropIns);
      assertThat(show("drop.service", "Environment")).containsExactly("A=5");

      Outcome outcome = reconcile(ours("drop.service", SLEEPER));

      assertThat(outcome).isInstanceOf(Outcome.Changed.class);
      assertThat(show("drop.service", "Environment,DropInPaths")).containsExactly("", "");
      assertThat(pi.exists("/etc/systemd/system/drop.service.d")).isFalse();
    }

    @Test
    void are_stopped_disabled_and_removed_when_nobody_wants_them() {
      reconcile(
          ours("gone.service", SLEEPER)
              + ", \"drop_ins\": {\"a.conf\": \"[Service]\\nNice=1\\n\"}");

      remove("gone.service");

      assertThat(show("gone.service", "LoadState,ActiveState"))
          .containsExactly("not-found", "inactive");
      assertThat(pi.run("find", "/etc/systemd/system", "-name", "gone*").out()).isEmpty();
    }

    @Test
    void are_not_written_over_a_file_that_is_not_ours_unless_that_may_be_adopted() {
      String theirs = SLEEPER.replace("infinity", "1000");
      pi.write("/etc/systemd/system/theirs.service", theirs);
      pi.run("systemctl", "daemon-reload").orFail();

      assertThat(failure(reconcile(ours("theirs.service", SLEEPER)))).isEqualTo("AlreadyExists");
      assertThat(pi.read("/etc/systemd/system/theirs.service")).isEqualTo(theirs);

      reconcile(ours("theirs.service", SLEEPER) + ", \"adopt\": true");
      assertThat(pi.read("/etc/systemd/system/theirs.service")).isEqualTo(SLEEPER);
      assertThat(pi.isActive("theirs.service")).isTrue();

      remove("theirs.service");
      assertThat(pi.read("/etc/systemd/system/theirs.service")).isEqualTo(theirs);
      assertThat(show("theirs.service", "ActiveState,UnitFileState"))
          .containsExactly("inactive", "disabled");
    }

    @Test
    void may_be_templates_with_instances_and_timers() {
      String template = SLEEPER.replace("infinity", "1000%i");
      reconcile("\"name\": \"many@.service\", \"content\": " + quoted(template));

      Outcome one =
          reconcile("\"name\": \"many@1.service\", \"state\": \"active\", \"enabled\": true");
      Outcome timer =
          reconcile(
              ours(
                  "tick.timer",
                  "[Timer]\nOnCalendar=hourly\nUnit=many@2.service\n[Install]\nWantedBy=timers.target\n"));

      assertThat(details(one).activeState()).isEqualTo("active");
      assertThat(show("many@1.service", "UnitFileState")).containsExactly("enabled");
      assertThat(details(timer).subState()).isEqualTo("waiting");
      remove("many@1.service");
      remove("many@.service");
      assertThat(show("many@1.service", "LoadState,ActiveState"))
          .containsExactly("not-found", "inactive");
    }

    @Test
    void that_make_no_sense_are_reported_in_systemds_words() {
      Outcome outcome =
          reconcile(ours("senseless.service", "[Service]\nNice=1\n[Install]\nWantedBy=a.target\n"));

      assertThat(failure(outcome)).isIn("UnitInvalid", "BadUnitSetting");
      assertThat(message(outcome)).contains("senseless.service");
    }

    @Test
    void cannot_be_enabled_without_an_install_section() {
      Outcome outcome = reconcile(ours("loose.service", "[Service]\nExecStart=/bin/sleep 9\n"));

      assertThat(failure(outcome)).isEqualTo("NotInstallable");
    }
  }

  @Nested
  class UnitsThatTheDeviceHas {
    @Test
    void are_started_and_enabled_and_put_back_afterwards() {
      theirs("cron1.service", SLEEPER);

      Outcome outcome =
          reconcile("\"name\": \"cron1.service\", \"state\": \"active\", \"enabled\": true");

      assertThat(((Outcome.Changed) outcome).what()).isEqualTo("disabled, inactive");
      assertThat(show("cron1.service", "ActiveState,UnitFileState"))
          .containsExactly("active", "enabled");
      remove("cron1.service");
      assertThat(show("cron1.service", "LoadState,ActiveState,UnitFileState"))
          .containsExactly("loaded", "inactive", "disabled");
    }

    @Test
    void are_stopped_disabled_and_masked_and_put_back_afterwards() {
      theirs("cron2.service", SLEEPER);
      pi.run("systemctl", "enable", "--now", "cron2.service").orFail();

      reconcile(
          "\"name\": \"cron2.service\", \"state\": \"inactive\", \"enabled\": false, \"masked\": true");

      assertThat(show("cron2.service", "LoadState,ActiveState"))
          .containsExactly("masked", "inactive");
      remove("cron2.service");
      assertThat(show("cron2.service", "LoadState,ActiveState,UnitFileState"))
          .containsExactly("loaded", "active", "enabled");
    }

    @Test
    void are_not_touched_when_they_were_as_wanted() {
      theirs("cron3.service", SLEEPER);
      pi.run("systemctl", "enable", "--now", "cron3.service").orFail();
      long pid = pi.mainPid("cron3.service");

      Outcome outcome =
          reconcile("\"name\": \"cron3.service\", \"state\": \"active\", \"enabled\": true");

      assertThat(outcome).isInstanceOf(Outcome.InPlace.class);
      assertThat(ledger.find(thing("cron3.service"))).isEmpty();
      assertThat(pi.mainPid("cron3.service")).isEqualTo(pid);
    }

    @Test
    void get_drop_ins_that_restart_them_and_lose_them_again() {
      theirs("cron4.service", SLEEPER);
      pi.start("cron4.service");
      long pid = pi.mainPid("cron4.service");

      reconcile(
          "\"name\": \"cron4.service\", \"drop_ins\": {\"n.conf\": \"[Service]\\nEnvironment=A=7\\n\"}");

      assertThat(pi.mainPid("cron4.service")).isNotEqualTo(pid);
      assertThat(show("cron4.service", "Environment,ActiveState")).containsExactly("A=7", "active");
      remove("cron4.service");
      assertThat(show("cron4.service", "Environment,ActiveState")).containsExactly("", "active");
    }

    @Test
    void that_are_masked_are_not_unmasked_unless_that_is_said() {
      theirs("cron5.service", SLEEPER);
      pi.run("systemctl", "mask", "cron5.service").orFail();

      assertThat(failure(reconcile("\"name\": \"cron5.service\", \"state\": \"active\"")))
          .isEqualTo("UnitMasked");
      reconcile("\"name\": \"cron5.service\", \"state\": \"active\", \"masked\": false");
      assertThat(pi.isActive("cron5.service")).isTrue();
      remove("cron5.service");
      assertThat(show("cron5.service", "LoadState,ActiveState"))
          .containsExactly("masked", "inactive");
    }

    @Test
    void may_be_missing() {
      Outcome outcome = reconcile("\"name\": \"nowhere.service\", \"state\": \"active\"");

      assertThat(failure(outcome)).isEqualTo("UnitNotFound");
      assertThat(reconcile("\"name\": \"nowhere.service\", \"state\": \"inactive\""))
          .isInstanceOf(Outcome.InPlace.class);
    }
  }

  @Nested
  class Judgement {
    private static final String INSTALL = "[Install]\nWantedBy=multi-user.target\n";

    @Test
    void a_oneshot_that_finished_is_ready_and_does_not_run_again() throws IOException {
      String once =
          "[Service]\nType=oneshot\nExecStart=/bin/sh -c 'echo ran >>/srv/once'\n" + INSTALL;

      Outcome outcome =
          reconcile(ours("once.service", once).replace("\"enabled\": true", "\"enabled\": false"));

      assertThat(details(outcome).activeState()).isEqualTo("inactive");
      reconcile(
          ours("once.service", once).replace("\"enabled\": true", "\"enabled\": false"), true);
      stop();
      pi.run("systemctl", "daemon-reload").orFail();
      startOn(pi.root());
      assertThat(
              reconcile(
                  ours("once.service", once).replace("\"enabled\": true", "\"enabled\": false"),
                  true))
          .isInstanceOf(Outcome.InPlace.class);
      assertThat(pi.read("/srv/once")).isEqualTo("ran\n");
    }

    @Test
    void a_oneshot_that_a_timer_starts_takes_new_content_without_being_run() {
      String tidy = "[Service]\nType=oneshot\nExecStart=/bin/sh -c 'echo ran >>/srv/tidy'\n";
      reconcile("\"name\": \"tidy.service\", \"content\": " + quoted(tidy));
      pi.start("tidy.service");

      Outcome changed =
          reconcile("\"name\": \"tidy.service\", \"content\": " + quoted(tidy + "Nice=1\n"));

      assertThat(changed).isInstanceOf(Outcome.Changed.class);
      assertThat(reconcile("\"name\": \"tidy.service\", \"content\": " + quoted(tidy + "Nice=1\n")))
          .isInstanceOf(Outcome.InPlace.class);
      assertThat(pi.read("/srv/tidy")).isEqualTo("ran\n");
    }

    @Test
    void a_oneshot_that_remains_is_ready() {
      String stays =
          "[Service]\nType=oneshot\nRemainAfterExit=yes\nExecStart=/bin/true\n" + INSTALL;

      assertThat(details(reconcile(ours("stays.service", stays))).subState()).isEqualTo("exited");
    }

    @Test
    void a_oneshot_that_failed_says_with_which_status() {
      String fails = "[Service]\nType=oneshot\nExecStart=/bin/sh -c 'exit 3'\n" + INSTALL;

      Outcome outcome = reconcile(ours("fails.service", fails));

      assertThat(failure(outcome)).isEqualTo("UnitJobFailed");
      assertThat(message(outcome)).contains("'failed'").contains("status 3").contains("exit-code");
    }

    @Test
    void a_service_that_does_not_stay_up_is_failed_with_pauses_between_tries() {
      String dies = "[Service]\nExecStart=/bin/sh -c 'exit 4'\n" + INSTALL;
      Outcome outcome =
          bed.eventually(
              Duration.ofSeconds(10),
              () -> reconcile(ours("dies.service", dies)),
              o ->
                  o instanceof Outcome.Failed f
                      && f.error().code().equals("UnitFailed")
                      && f.retryAfter().isPresent());

      assertThat(message(outcome)).contains("status 4");
      assertThat(((Outcome.Failed) outcome).retryAfter().orElseThrow()).isPositive();
      later = Duration.ofMinutes(10);
      Outcome again = reconcile(ours("dies.service", dies));
      assertThat(again instanceof Outcome.Changed || message(again).contains("was started 3 times"))
          .isTrue();
    }

    @Test
    void a_unit_that_is_always_restarted_and_keeps_dying_is_failed_until_it_stays_up() {
      String loops =
          "[Unit]\nStartLimitIntervalSec=0\n[Service]\nRestart=always\nRestartSec=100ms\n"
              + "ExecStart=/bin/sh -c 'test -e /srv/well && exec sleep infinity; exit 5'\n"
              + INSTALL;
      Outcome outcome =
          bed.eventually(
              Duration.ofSeconds(20),
              () -> reconcile(ours("loops.service", loops)),
              o -> o instanceof Outcome.Failed f && f.error().code().equals("CrashLoop"));
      assertThat(message(outcome)).containsPattern("restarted [0-9]+ times").contains("status 5");

      pi.write("/srv/well", "");
      bed.eventually(
          Duration.ofSeconds(10),
          () -> pi.mainPid("loops.service") > 0 && pi.isActive("loops.service"));
      bed.eventually(
          Duration.ofSeconds(10),
          () -> reconcile(ours("loops.service", loops)),
          o -> message(o).contains("keeps dying"));
      later = Duration.ofSeconds(40);

      assertThat(details(reconcile(ours("loops.service", loops))).activeState())
          .isEqualTo("active");
    }

    @Test
    void a_unit_whose_condition_does_not_hold_is_failed_with_that_reason() {
      String unmet = "[Unit]\nConditionPathExists=/nowhere\n" + SLEEPER;

      Outcome outcome = reconcile(ours("unmet.service", unmet));

      assertThat(message(outcome)).contains("condition");
    }

    @Test
    void a_unit_that_takes_its_time_is_waited_for() {
      String slow =
          "[Service]\nType=notify\nTimeoutStartSec=60\nExecStart=/bin/sh -c 'sleep 7; exec systemd-notify --ready --exec \\\\; sleep infinity'\n"
              + INSTALL;
      slow =
          slow.replace(
              "exec systemd-notify --ready --exec \\\\; sleep infinity",
              "systemd-notify --ready; sleep 100");
      String unit =
          ours("slow.service", slow.replace("Type=notify\n", "Type=notify\nNotifyAccess=all\n"));

      assertThat(reconcile(unit)).isInstanceOf(Outcome.Underway.class);
      assertThat(reconcile(unit)).isInstanceOf(Outcome.Underway.class);
      bed.eventually(Duration.ofSeconds(15), () -> reconcile(unit) instanceof Outcome.InPlace);
    }

    @Test
    void what_it_depends_on_and_fails_is_named() {
      reconcile(
          "\"name\": \"base.service\", \"content\": "
              + quoted("[Service]\nType=oneshot\nExecStart=/bin/false\n"));
      String needs = "[Unit]\nRequires=base.service\nAfter=base.service\n" + SLEEPER;

      Outcome outcome = reconcile(ours("needs.service", needs));

      assertThat(message(outcome)).contains("'dependency'");
    }
  }

  @Nested
  class Drift {
    @Test
    void a_unit_that_was_stopped_is_told_of_and_started_again_at_once_however_often()
        throws Exception {
      reconcile(ours("held.service", SLEEPER));
      for (int i = 0; i < 5; i++) {
        hints.clear();
        pi.stop("held.service");

        assertThat(hints.poll(10, TimeUnit.SECONDS)).isEqualTo(new ResourceId("held"));
        assertThat(reconcile(ours("held.service", SLEEPER))).isInstanceOf(Outcome.Changed.class);
        assertThat(pi.isActive("held.service")).isTrue();
      }
    }

    @Test
    void enabling_by_hand_is_told_of_and_undone_without_a_signal_too() throws Exception {
      String off = ours("off.service", SLEEPER).replace("\"enabled\": true", "\"enabled\": false");
      reconcile(off);
      bed.eventually(Duration.ofSeconds(5), () -> reconcile(off) instanceof Outcome.InPlace);
      hints.clear();
      pi.run("systemctl", "enable", "off.service").orFail();
      assertThat(hints.poll(10, TimeUnit.SECONDS)).isNotNull();
      assertThat(reconcile(off)).isInstanceOf(Outcome.Changed.class);

      pi.run(
              "ln",
              "-s",
              "/etc/systemd/system/off.service",
              "/etc/systemd/system/multi-user.target.wants/off.service")
          .orFail();

      bed.eventually(Duration.ofSeconds(5), () -> reconcile(off) instanceof Outcome.Changed);
      assertThat(pi.exists("/etc/systemd/system/multi-user.target.wants/off.service")).isFalse();
    }

    @Test
    void a_unit_file_changed_by_hand_is_put_right_and_the_unit_restarted() {
      reconcile(ours("edit.service", SLEEPER));
      bed.eventually(
          Duration.ofSeconds(5),
          () -> reconcile(ours("edit.service", SLEEPER)) instanceof Outcome.InPlace);
      long pid = pi.mainPid("edit.service");

      pi.write("/etc/systemd/system/edit.service", SLEEPER.replace("infinity", "1"));

      Outcome outcome = reconcile(ours("edit.service", SLEEPER));
      assertThat(((Outcome.Changed) outcome).what()).isEqualTo("content");
      assertThat(pi.read("/etc/systemd/system/edit.service")).isEqualTo(SLEEPER);
      assertThat(pi.mainPid("edit.service")).isNotEqualTo(pid);
    }

    @Test
    void a_resource_that_changed_restarts_it_once() {
      reconcile(ours("follow.service", SLEEPER));
      long pid = pi.mainPid("follow.service");
      RestartCause cause = new RestartCause(Optional.of("conf=2"), Optional.of("conf"));

      Outcome outcome = perform(resource(ours("follow.service", SLEEPER)), false, cause);

      assertThat(((Outcome.Changed) outcome).what()).isEqualTo("restart: conf was repaired");
      assertThat(pi.mainPid("follow.service")).isNotEqualTo(pid);
    }
  }

  @Test
  void without_a_bus_nothing_is_possible_and_that_is_said() throws IOException {
    stop();
    startOn(state);

    Outcome outcome = reconcile(ours("nobus.service", SLEEPER));

    assertThat(outcome).isInstanceOf(Outcome.NotAvailable.class);
    assertThat(((Outcome.NotAvailable) outcome).reason())
        .startsWith("service manager not available (")
        .contains("system_bus_socket");
  }

  /** Some 13 ms where nothing else runs; the bound is for machines that do other things too. */
  @Test
  void a_look_at_a_hundred_units_that_are_in_place_takes_moments() {
    for (int i = 0; i < 100; i++) {
      theirs("mass" + i + ".service", SLEEPER, false);
    }
    pi.run("systemctl", "daemon-reload").orFail();
    pi.run("sh", "-c", "systemctl start $(seq -f mass%g.service 0 99)").orFail();
    for (int warm = 0; warm < 5; warm++) {
      pass();
    }
    long best = Long.MAX_VALUE;
    for (int i = 0; i < 10; i++) {
      long start = System.nanoTime();
      pass();
      best = Math.min(best, System.nanoTime() - start);
    }
    pi.run("sh", "-c", "systemctl stop $(seq -f mass%g.service 0 99)").orFail();
    assertThat(Duration.ofNanos(best)).isLessThan(Duration.ofSeconds(1));
  }

  private void pass() {
    for (int i = 0; i < 100; i++) {
      assertThat(reconcile("\"name\": \"mass" + i + ".service\", \"state\": \"active\""))
          .isInstanceOf(Outcome.InPlace.class);
    }
  }

  /** A unit that somebody else made. */
  private static void theirs(String name, String content) {
    theirs(name, content, true);
  }

  private static void theirs(String name, String content, boolean reload) {
    pi.write("/usr/local/lib/systemd/system/" + name, content);
    if (reload) {
      pi.run("systemctl", "daemon-reload").orFail();
    }
  }

  private static String ours(String name, String content) {
    return "\"name\": \"%s\", \"enabled\": true, \"state\": \"active\", \"content\": %s"
        .formatted(name, quoted(content));
  }

  private static String quoted(String text) {
    String object = new String(JsonWriter.compact(new JsonObject().put("x", text).node()), UTF_8);
    return object.substring(5, object.length() - 1);
  }

  private Outcome reconcile(String fields) {
    return reconcile(fields, false);
  }

  private Outcome reconcile(String fields, boolean thorough) {
    return perform(resource(fields), thorough, RestartCause.none());
  }

  private Outcome perform(ManagedResource resource, boolean thorough, RestartCause cause) {
    return agent.perform(new Work.Reconcile(resource, thorough, cause), new Attempt(), hints::add);
  }

  private void remove(String name) {
    Outcome outcome =
        agent.perform(
            new Work.Remove(ledger.find(thing(name)).orElseThrow()), new Attempt(), hints::add);
    assertThat(outcome).isInstanceOf(Outcome.Removed.class);
  }

  private static OwnedThing thing(String name) {
    return new OwnedThing(SystemdUnitSpec.KIND, name);
  }

  /** Named after the unit. */
  private static ManagedResource resource(String fields) {
    String name = fields.replaceAll("(?s)^\"name\": \"([a-z0-9]+).*", "$1");
    String json =
        "{\"generation\": 1, \"resources\": [{\"id\": \"%s\", \"spec\": {\"kind\": \"SystemdUnit\", %s}}]}"
            .formatted(name, fields);
    try {
      return ManifestReader.read(new JsonReader().read(json.getBytes(UTF_8), "test"))
          .resources()
          .getFirst();
    } catch (InvalidDocument e) {
      throw new IllegalArgumentException(e.sentence(), e);
    }
  }

  private static ResourceDetails.UnitDetails details(Outcome outcome) {
    return switch (outcome) {
      case Outcome.InPlace(ResourceDetails.UnitDetails details) -> details;
      case Outcome.Changed(var _, ResourceDetails.UnitDetails details, var _) -> details;
      default -> throw new AssertionError(outcome);
    };
  }

  private static String failure(Outcome outcome) {
    return outcome instanceof Outcome.Failed failed ? failed.error().code() : outcome.toString();
  }

  private static String message(Outcome outcome) {
    return outcome instanceof Outcome.Failed failed ? failed.error().message() : outcome.toString();
  }

  private static List<String> show(String unit, String properties) {
    return Arrays.stream(properties.split(",", -1))
        .map(p -> pi.run("systemctl", "show", "--value", "--property=" + p, unit).orFail().text())
        .toList();
  }
}
