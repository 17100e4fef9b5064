package io.harmonyagent.reconcilers.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.ContainerSpec;
import io.harmonyagent.core.manifest.ManagedResource;
import io.harmonyagent.core.manifest.ManifestReader;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.reconcile.Target;
import io.harmonyagent.reconcilers.container.podman.PodmanContainer;
import io.harmonyagent.reconcilers.container.podman.PodmanContainer.Health;
import io.harmonyagent.reconcilers.container.podman.PodmanContainer.Run;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What comes next, for everything that can be found. */
class NextStepTest {
  private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");
  private static final Labels OURS = new Labels(new AgentId("pi"));
  private static final String WANTED = "new";
  private static final String DIGEST = "sha256:1";

  private final NextStep next = new NextStep(OURS);
  private String more = "";
  private ContainerMemo memo = ContainerMemo.NONE;
  private Optional<String> restartFor = Optional.empty();
  private Optional<PodmanContainer> current = Optional.empty();
  private Optional<PodmanContainer> previous = Optional.empty();
  private Optional<PodmanContainer> renamed = Optional.empty();
  private Optional<String> registryDigest = Optional.empty();
  private Duration uptime = Duration.ofHours(1);

  @Test
  void what_is_missing_is_made() {
    assertThat(step()).isEqualTo(new Step.Make());
  }

  @Test
  void one_that_runs_is_in_place() {
    current = running(WANTED);
    assertThat(step()).isEqualTo(new Step.InPlace());
  }

  @Test
  void another_spec_replaces_it() {
    current = running("old");
    assertThat(step()).isInstanceOf(Step.Replace.class);
  }

  @Test
  void one_of_somebody_else_is_refused_or_adopted() {
    current = Optional.of(foreign());
    assertThat(code(step())).isEqualTo("AlreadyExists");
    more = ", \"adopt\": true";
    assertThat(step()).isInstanceOf(Step.Replace.class);
  }

  @Test
  void one_that_was_renamed_gets_its_name_back() {
    renamed = running(WANTED);
    assertThat(step()).isInstanceOf(Step.RenameBack.class);
  }

  @Test
  void one_that_was_made_and_never_started_is_started_and_that_is_no_crash() {
    current = Optional.of(ours(WANTED, Run.CREATED, 0, Optional.empty()));
    assertThat(step())
        .isInstanceOfSatisfying(Step.Start.class, s -> assertThat(s.crashesInARow()).isZero());
  }

  @ParameterizedTest
  @CsvSource({
    "PAUSED, Unpause",
    "ENDING, Wait",
    "CREATED, Start",
    "RUNNING, InPlace",
    "EXITED, Start",
  })
  void every_run_state_has_its_step(Run run, String wanted) {
    current = Optional.of(ours(WANTED, run, 1, Optional.empty()));
    assertThat(step().getClass().getSimpleName()).isEqualTo(wanted);
  }

  @Test
  void a_restart_that_is_asked_for_is_done_unless_a_new_version_is_being_judged() {
    restartFor = Optional.of("conf");
    current = running(WANTED);
    assertThat(step()).isInstanceOf(Step.Restart.class);
    previous = running("old");
    assertThat(step()).isInstanceOf(Step.Finish.class);
  }

  @ParameterizedTest
  @CsvSource({"always, 3", "on-failure, 0", "no, 3"})
  void one_that_ended_is_started_for_it_too_whatever_its_pause(String policy, int exitCode) {
    more = ", \"restart\": \"" + policy + "\"";
    memo = new ContainerMemo(Optional.empty(), 9, 9, Optional.empty());
    restartFor = Optional.of("conf changed");
    current = Optional.of(ours(WANTED, Run.EXITED, exitCode, Optional.empty()));
    assertThat(step())
        .isInstanceOfSatisfying(
            Step.Start.class,
            start -> {
              assertThat(start.reason()).isEqualTo("restart: conf changed");
              assertThat(start.crashesInARow()).isZero();
            });
  }

  @ParameterizedTest
  @CsvSource({
    "STARTING, 10, false, Wait",
    "STARTING, 10, true, Wait",
    "UNHEALTHY, 10, true, Wait",
    "STARTING, 61, false, Unhealthy",
    "UNHEALTHY, 61, false, Unhealthy",
    "STARTING, 61, true, RollBack",
    "UNHEALTHY, 61, true, RollBack",
    "HEALTHY, 1, false, InPlace",
    "HEALTHY, 1, true, Finish",
  })
  void health_decides_with_its_time(Health health, int seconds, boolean replaces, String wanted) {
    current = Optional.of(ours(WANTED, Run.RUNNING, 0, Optional.of(health)));
    previous = replaces ? running("old") : Optional.empty();
    uptime = Duration.ofSeconds(seconds);
    Step step = step();
    assertThat(step instanceof Step.Refuse ? code(step) : step.getClass().getSimpleName())
        .isEqualTo(wanted);
  }

  @Test
  void without_a_health_check_a_new_version_has_to_stay_up_for_a_while() {
    current = running(WANTED);
    previous = running("old");
    uptime = Duration.ofSeconds(1);
    assertThat(step())
        .isEqualTo(
            new Step.Wait("the new container has to stay up for a while", Duration.ofSeconds(2)));
    uptime = Duration.ofSeconds(3);
    assertThat(step()).isInstanceOf(Step.Finish.class);
  }

  @ParameterizedTest
  @CsvSource({
    "always, 0, false, Start",
    "always, 3, false, Start",
    "on-failure, 0, false, InPlace",
    "on-failure, 3, false, Start",
    "no, 0, false, InPlace",
    "no, 3, false, Exited",
    "always, 0, true, RollBack",
    "on-failure, 0, true, Finish",
    "no, 3, true, RollBack",
  })
  void the_policy_decides_what_an_end_means(
      String policy, int exitCode, boolean replaces, String wanted) {
    more = ", \"restart\": \"" + policy + "\"";
    current = Optional.of(ours(WANTED, Run.EXITED, exitCode, Optional.empty()));
    previous = replaces ? running("old") : Optional.empty();
    Step step = step();
    assertThat(step instanceof Step.Refuse ? code(step) : step.getClass().getSimpleName())
        .isEqualTo(wanted);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1", "2, 2", "3, 4", "9, 256", "10, 300", "100, 300"})
  void pauses_double_up_to_five_minutes(int crashes, long pause) {
    memo = new ContainerMemo(Optional.empty(), crashes, crashes, Optional.empty());
    current = Optional.of(ended(Duration.ofSeconds(1), Duration.ZERO));
    Step step = step();
    if (pause == 0) {
      assertThat(step).isInstanceOf(Step.Start.class);
    } else {
      assertThat(((Step.Refuse) step).retryAfter()).contains(Duration.ofSeconds(pause));
      assertThat(((Step.Refuse) step).error().message()).contains("last exit code 3");
      current = Optional.of(ended(Duration.ofSeconds(1), Duration.ofSeconds(pause)));
      assertThat(step())
          .isInstanceOfSatisfying(
              Step.Start.class, s -> assertThat(s.crashesInARow()).isEqualTo(crashes + 1));
    }
  }

  @Test
  void a_good_run_starts_the_count_over() {
    memo = new ContainerMemo(Optional.empty(), 9, 9, Optional.empty());
    current = Optional.of(ended(Duration.ofMinutes(10), Duration.ZERO));
    assertThat(step())
        .isInstanceOfSatisfying(Step.Start.class, s -> assertThat(s.crashesInARow()).isEqualTo(1));
  }

  @Test
  void a_clock_that_was_set_back_stretches_no_pause() {
    memo = new ContainerMemo(Optional.empty(), 2, 2, Optional.empty());
    current = Optional.of(ended(Duration.ofSeconds(1), Duration.ofDays(-365)));
    assertThat(step()).isInstanceOf(Step.Start.class);
    previous = running("old");
    assertThat(step()).isInstanceOf(Step.RollBack.class);
  }

  @Test
  void after_two_crashes_it_has_to_stay_up_to_count_as_running() {
    memo = new ContainerMemo(Optional.empty(), 2, 2, Optional.empty());
    current = running(WANTED);
    uptime = Duration.ofSeconds(4);
    assertThat(code(step())).isEqualTo("CrashLoop");
    uptime = Duration.ofSeconds(10);
    assertThat(step()).isEqualTo(new Step.InPlace());
  }

  @Test
  void a_version_that_failed_is_not_tried_again_and_the_old_one_is_kept() {
    memo = failed(DIGEST);
    current = running("old");
    assertThat(code(step())).isEqualTo("RolledBack");
    current = Optional.of(ours("old", Run.EXITED, 1, Optional.empty()));
    assertThat(step()).isInstanceOf(Step.Start.class);
  }

  @Test
  void a_rollback_that_was_cut_short_goes_on() {
    memo = failed(DIGEST);
    previous = running("old");
    assertThat(step()).isInstanceOf(Step.RollBack.class);
    current = running(WANTED);
    assertThat(step()).isInstanceOf(Step.RollBack.class);
  }

  @Test
  void the_old_one_that_is_back_is_let_go_on_when_somebody_paused_it() {
    memo = failed(DIGEST);
    current = Optional.of(ours("old", Run.PAUSED, 0, Optional.empty()));
    assertThat(step()).isInstanceOf(Step.Unpause.class);
  }

  @Test
  void a_new_one_that_just_ended_may_be_about_to_be_removed() {
    current = Optional.of(ended(Duration.ofSeconds(1), Duration.ofMillis(100)));
    previous = running("old");
    assertThat(step())
        .isEqualTo(new Step.Wait("whether it is being removed", Duration.ofMillis(400)));
    current = Optional.of(ended(Duration.ofSeconds(1), Duration.ofMillis(500)));
    assertThat(step()).isInstanceOf(Step.RollBack.class);
  }

  @Test
  void with_nothing_to_fall_back_on_even_a_failed_version_is_better_than_none() {
    memo = failed(DIGEST);
    assertThat(step()).isEqualTo(new Step.Make());
  }

  @Test
  void another_spec_is_tried_whatever_failed_before() {
    memo = ContainerMemo.NONE.withFailed(new Version("another", DIGEST), "no");
    current = running("old");
    assertThat(step()).isInstanceOf(Step.Replace.class);
  }

  @Test
  void a_moved_tag_replaces_and_one_that_failed_is_left_until_it_moves_on() {
    current = running(WANTED);
    registryDigest = Optional.of("sha256:2");
    assertThat(step()).isInstanceOf(Step.Replace.class);
    memo = failed("sha256:2");
    assertThat(code(step())).isEqualTo("RolledBack");
    registryDigest = Optional.of("sha256:3");
    assertThat(step()).isInstanceOf(Step.Replace.class);
    registryDigest = Optional.of(DIGEST);
    assertThat(step()).isInstanceOf(Step.Forget.class);
  }

  @Test
  void a_memo_survives_being_written_down() {
    ContainerMemo all =
        new ContainerMemo(
            Optional.of(new ContainerMemo.Failed(new Version("h", "d"), "why \"so\"")),
            3,
            2,
            Optional.of("id"));
    assertThat(ContainerMemo.parse(all.format())).isEqualTo(all);
    assertThat(ContainerMemo.parse(ContainerMemo.NONE.format())).isEqualTo(ContainerMemo.NONE);
    assertThat(ContainerMemo.parse("{torn")).isEqualTo(ContainerMemo.NONE);
  }

  private Step step() {
    return next.of(
        new Target<>(new ResourceId("web"), spec(), WANTED, true, memo.format(), restartFor),
        new ContainerObservation(NOW, current, uptime, previous, renamed, registryDigest));
  }

  private ContainerSpec spec() {
    String manifest =
        "{\"generation\": 1, \"resources\": [{\"id\": \"web\", \"spec\": {\"kind\": \"Container\","
            + " \"image\": \"r.example/web:1\""
            + more
            + "}}]}";
    try {
      ManagedResource resource =
          ManifestReader.read(
                  new JsonReader().read(manifest.getBytes(StandardCharsets.UTF_8), "test"))
              .resources()
              .getFirst();
      return (ContainerSpec) resource.spec();
    } catch (InvalidDocument e) {
      throw new AssertionError(e.sentence(), e);
    }
  }

  private static ContainerMemo failed(String digest) {
    return ContainerMemo.NONE.withFailed(new Version(WANTED, digest), "did not become healthy");
  }

  private static String code(Step step) {
    return ((Step.Refuse) step).error().code();
  }

  private static Optional<PodmanContainer> running(String hash) {
    return Optional.of(ours(hash, Run.RUNNING, 0, Optional.empty()));
  }

  private static PodmanContainer ours(String hash, Run run, int exitCode, Optional<Health> health) {
    Map<String, String> labels =
        OURS.of(new ResourceId("web"), new Version(hash, DIGEST), Map.of());
    return new PodmanContainer(
        "id",
        "web",
        "image",
        labels,
        run,
        exitCode,
        NOW.minusSeconds(9),
        NOW.minusSeconds(1),
        health);
  }

  private static PodmanContainer ended(Duration ran, Duration ago) {
    PodmanContainer base = ours(WANTED, Run.EXITED, 3, Optional.empty());
    Instant end = NOW.minus(ago);
    return new PodmanContainer(
        base.id(),
        base.name(),
        base.imageId(),
        base.labels(),
        base.run(),
        3,
        end.minus(ran),
        end,
        base.health());
  }

  private static PodmanContainer foreign() {
    return new PodmanContainer(
        "x", "web", "image", Map.of(), Run.RUNNING, 0, NOW, NOW, Optional.empty());
  }
}
