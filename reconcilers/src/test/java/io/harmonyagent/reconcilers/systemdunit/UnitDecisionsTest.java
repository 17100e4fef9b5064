package io.harmonyagent.reconcilers.systemdunit;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.manifest.SystemdUnitSpec;
import io.harmonyagent.core.reconcile.Decision;
import io.harmonyagent.core.reconcile.Target;
import io.harmonyagent.reconcilers.file.DeviceFiles.Found;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitDecisionsTest {
  private static final String NAME = "a.service";

  private Optional<Boolean> enabled = Optional.empty();
  private Optional<SystemdUnitSpec.State> state = Optional.of(SystemdUnitSpec.State.ACTIVE);
  private Optional<Boolean> masked = Optional.empty();
  private Optional<String> content = Optional.empty();
  private boolean adopt;
  private Optional<String> restartFor = Optional.empty();

  private String load = "loaded";
  private String active = "active";
  private String sub = "running";
  private long job;
  private String fileState = "disabled";
  private String type = "simple";
  private String result = "success";
  private boolean ended;
  private boolean conditionMet = true;
  private boolean stale;
  private UnitMemo memo = UnitMemo.NONE;
  private Map<String, Found> files = new TreeMap<>();
  private Duration startIn = Duration.ZERO;
  private boolean looping;

  @ParameterizedTest
  @CsvSource({
    "active,       running,      Nothing",
    "active,       exited,       Nothing",
    "reloading,    reload,       Nothing",
    "activating,   start,        Wait",
    "activating,   auto-restart, Wait",
    "deactivating, stop-sigterm, Wait",
    "inactive,     dead,         Update",
    "failed,       failed,       Update",
  })
  void what_should_run(String isActive, String isSub, String decision) {
    active = isActive;
    sub = isSub;

    assertThat(decide().getClass().getSimpleName()).isEqualTo(decision);
  }

  @ParameterizedTest
  @CsvSource({
    "active,       Update",
    "activating,   Update",
    "deactivating, Wait",
    "inactive,     Nothing",
    "failed,       Nothing",
  })
  void what_should_not_run(String isActive, String decision) {
    state = Optional.of(SystemdUnitSpec.State.INACTIVE);
    active = isActive;

    assertThat(decide().getClass().getSimpleName()).isEqualTo(decision);
  }

  @ParameterizedTest
  @CsvSource({
    "enabled, true, Nothing", "disabled, true, Update", "enabled-runtime, true, Update",
    "indirect, true, Nothing", "static, true, Refuse", "enabled, false, Update",
    "enabled-runtime, false, Update", "disabled, false, Nothing", "static, false, Nothing",
  })
  void what_should_start_at_boot_or_not(String fileState, boolean wanted, String decision) {
    this.fileState = fileState;
    enabled = Optional.of(wanted);

    assertThat(decide().getClass().getSimpleName()).isEqualTo(decision);
  }

  @Test
  void a_oneshot_that_ended_well_is_in_place_and_any_other_is_not() {
    active = "inactive";
    ended = true;
    type = "oneshot";
    assertThat(decide()).isEqualTo(new Decision.Nothing());

    ended = false;
    assertThat(decide()).isInstanceOf(Decision.Update.class);
    memo = UnitMemo.NONE.withRanIn("boot hash");
    assertThat(decide()).isEqualTo(new Decision.Nothing());
    memo = UnitMemo.NONE.withRanIn("boot-before hash");
    assertThat(decide()).isInstanceOf(Decision.Update.class);

    ended = true;
    result = "exit-code";
    assertThat(decide()).isInstanceOf(Decision.Update.class);
    result = "success";
    type = "simple";
    assertThat(decide()).isInstanceOf(Decision.Update.class);
  }

  @Test
  void a_unit_that_keeps_dying_is_failed_even_while_it_runs() {
    looping = true;

    assertThat(code()).isEqualTo("CrashLoop");
    state = Optional.empty();
    assertThat(decide()).isEqualTo(new Decision.Nothing());
  }

  @Test
  void a_unit_that_died_too_often_is_not_started_before_its_time() {
    active = "failed";
    result = "exit-code";
    startIn = Duration.ofSeconds(4);

    assertThat(code()).isEqualTo("UnitFailed");
    assertThat(((Decision.Refuse) decide()).retryAfter()).contains(Duration.ofSeconds(4));
  }

  @Test
  void a_queued_job_is_waited_for() {
    active = "inactive";
    job = 7;

    assertThat(decide()).isInstanceOf(Decision.Wait.class);
  }

  @Test
  void a_file_that_is_not_ours_is_only_touched_if_it_may_be_adopted() {
    content = Optional.of("[Service]");
    files.put("", Found.DIFFERENT);
    assertThat(code()).isEqualTo("AlreadyExists");

    adopt = true;
    assertThat(decide()).isEqualTo(new Decision.Update("content"));
    adopt = false;
    memo = UnitMemo.NONE.withFile(true);
    assertThat(decide()).isEqualTo(new Decision.Update("content"));
  }

  @Test
  void files_that_are_missing_stale_or_left_over_are_differences() {
    content = Optional.of("[Service]");
    files.put("", Found.ABSENT);
    files.put("10-a.conf", Found.ABSENT);
    assertThat(decide())
        .isEqualTo(new Decision.Update("content was missing, drop-in 10-a.conf was missing"));

    files = new TreeMap<>(Map.of("", Found.SAME));
    stale = true;
    assertThat(decide()).isEqualTo(new Decision.Update("systemd had not read its files"));
    stale = false;
    memo = UnitMemo.NONE.withDropIn("old.conf");
    assertThat(decide()).isEqualTo(new Decision.Update("drop-in old.conf was no longer wanted"));
  }

  @Test
  void a_unit_that_is_nowhere_is_made_if_we_have_its_content() {
    load = "not-found";
    active = "inactive";
    assertThat(code()).isEqualTo("UnitNotFound");

    content = Optional.of("[Service]");
    files.put("", Found.ABSENT);
    assertThat(decide()).isEqualTo(new Decision.Create());

    content = Optional.empty();
    files.clear();
    state = Optional.of(SystemdUnitSpec.State.INACTIVE);
    assertThat(decide()).isEqualTo(new Decision.Nothing());
  }

  @Test
  void a_mask_goes_only_if_that_is_said() {
    load = "masked";
    fileState = "masked";
    active = "inactive";
    assertThat(code()).isEqualTo("UnitMasked");

    masked = Optional.of(false);
    assertThat(decide()).isEqualTo(new Decision.Update("masked, inactive"));
    masked = Optional.of(true);
    state = Optional.empty();
    assertThat(decide()).isEqualTo(new Decision.Nothing());
  }

  @Test
  void a_restart_is_due_when_another_resource_changed_or_the_files_did_before_a_crash() {
    restartFor = Optional.of("conf changed");
    assertThat(decide()).isEqualTo(new Decision.Update("restart: conf changed"));

    restartFor = Optional.empty();
    memo = UnitMemo.NONE.withRestartDue(true);
    assertThat(decide()).isInstanceOf(Decision.Update.class);
    state = Optional.of(SystemdUnitSpec.State.INACTIVE);
    active = "inactive";
    assertThat(decide()).isEqualTo(new Decision.Nothing());
  }

  @Test
  void a_restart_for_another_resource_does_not_wait_for_the_end_of_a_pause() {
    restartFor = Optional.of("conf changed");
    looping = true;
    assertThat(decide()).isEqualTo(new Decision.Update("restart: conf changed"));

    looping = false;
    active = "failed";
    result = "exit-code";
    startIn = Duration.ofSeconds(4);
    assertThat(decide()).isInstanceOf(Decision.Update.class);
  }

  @Test
  void a_oneshot_that_a_timer_starts_is_not_run_because_its_files_changed() {
    state = Optional.empty();
    active = "inactive";
    type = "oneshot";
    ended = true;
    memo = UnitMemo.NONE.withRestartDue(true);

    assertThat(decide()).isEqualTo(new Decision.Nothing());
  }

  @Test
  void a_unit_that_systemd_cannot_read_is_refused() {
    load = "bad-setting";
    active = "inactive";

    assertThat(code()).isEqualTo("UnitInvalid");
  }

  @Test
  void a_condition_that_does_not_hold_is_named() {
    active = "inactive";
    conditionMet = false;

    assertThat(((Decision.Update) decide()).differences()).contains("condition");
  }

  private String code() {
    return decide() instanceof Decision.Refuse refuse ? refuse.error().code() : decide().toString();
  }

  private Decision decide() {
    SystemdUnitSpec spec =
        new SystemdUnitSpec(NAME, enabled, state, masked, content, new TreeMap<>(), adopt);
    Target<SystemdUnitSpec> target =
        new Target<>(new ResourceId("a"), spec, "hash", true, "", restartFor);
    UnitFacts facts =
        new UnitFacts(
            fileState,
            stale,
            "",
            conditionMet,
            Optional.empty(),
            type,
            result,
            0,
            Optional.empty(),
            ended,
            "");
    List<String> left = UnitFiles.left(spec, memo.withFile(memo.file() && content.isPresent()));
    UnitObservation seen =
        new UnitObservation(
            new UnitRow(NAME, load, active, sub, "/", job),
            facts,
            memo,
            files,
            left,
            startIn,
            2,
            looping,
            Duration.ofSeconds(30),
            "",
            "boot");
    return UnitDecisions.decide(target, seen);
  }
}
