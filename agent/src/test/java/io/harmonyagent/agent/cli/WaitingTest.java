package io.harmonyagent.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.harmonyagent.agent.cli.Convergence.Ending.Kind;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.AgentManifest;
import io.harmonyagent.core.manifest.ManifestReader;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.mesh.MeshUnavailable;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.Condition;
import io.harmonyagent.core.status.Rejection;
import io.harmonyagent.core.status.ResourceError;
import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.core.status.ResourceStatus;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a status means to somebody who waits, and what becomes of a group that is waited for. */
class WaitingTest {
  private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");
  private static final AgentId AGENT = new AgentId("pi-1");

  private final StringWriter out = new StringWriter();

  @Test
  void a_status_from_before_is_no_answer_to_wait() throws Exception {
    assertThat(WaitedFor.parse("Ready").judge(status(4, true), Optional.of(5L))).isEmpty();
    assertThat(WaitedFor.parse("Ready=False").judge(status(4, false), Optional.of(5L))).isEmpty();
    assertThat(WaitedFor.parse("Converged").judge(status(4, true), Optional.of(5L))).isEmpty();
    assertThat(WaitedFor.parse("Ready").judge(status(5, true), Optional.of(5L))).contains(true);
    assertThat(WaitedFor.parse("Ready").judge(status(4, true), Optional.empty())).contains(true);
  }

  @Test
  void who_waits_for_what_is_replaced_meanwhile_waits_for_the_newer() throws Exception {
    assertThat(WaitedFor.parse("Converged").judge(status(6, true), Optional.of(5L))).contains(true);
  }

  @Test
  void nobody_waits_for_what_was_rejected() throws Exception {
    AgentStatus rejected = rejected(status(4, true), 5);

    assertThat(WaitedFor.parse("Ready").judge(rejected, Optional.of(5L))).contains(false);
    assertThat(WaitedFor.parse("Converged").judge(rejected, Optional.of(5L))).contains(false);
    assertThat(WaitedFor.parse("Degraded").judge(rejected, Optional.of(5L))).isEmpty();
  }

  @Test
  void a_state_that_nobody_knows_is_refused_with_those_that_are() {
    for (String state : List.of("Redy", "Offline", "Ready=Maybe", "")) {
      assertThatThrownBy(() -> WaitedFor.parse(state)).hasMessageContaining("Converged, Ready");
    }
  }

  @Test
  void a_later_manifest_of_somebody_else_ends_the_waiting() throws Exception {
    assertThat(Convergence.judge(status(6, true), wanted(5), true, false))
        .contains(Kind.SUPERSEDED);
    assertThat(Convergence.judge(status(6, true), wanted(5), false, false)).isEmpty();
  }

  @Test
  void a_rejection_counts_only_if_it_came_after() throws Exception {
    AgentStatus rejected = rejected(status(4, true), 5);

    assertThat(Convergence.judge(rejected, wanted(5), true, false)).contains(Kind.REJECTED);
    assertThat(Convergence.judge(rejected, wanted(5), false, false)).isEmpty();
  }

  @Test
  void what_keeps_failing_ends_a_roll_out_and_is_waited_for_otherwise() throws Exception {
    AgentManifest wanted =
        ManifestReader.read(
            node(
                """
                {"generation":5,"resources":[{"id":"a","spec":{"kind":"File","path":"/a",
                 "content":{"inline":"x"}}}]}"""));
    AgentStatus failing = failing(status(5, false), wanted, 3);

    assertThat(Convergence.judge(failing, wanted, true, true)).contains(Kind.FAILING);
    assertThat(Convergence.judge(failing, wanted, true, false)).isEmpty();
    assertThat(Convergence.judge(failing(status(5, false), wanted, 2), wanted, true, true))
        .isEmpty();
    assertThat(Convergence.atTheEnd(Optional.of(failing), wanted)).isEqualTo(Kind.FAILING);
    assertThat(Convergence.atTheEnd(Optional.of(status(5, false)), wanted))
        .isEqualTo(Kind.TIMED_OUT);
    assertThat(Convergence.atTheEnd(Optional.empty(), wanted)).isEqualTo(Kind.TIMED_OUT);
  }

  @Test
  void what_a_stopped_agent_left_is_no_answer_to_who_waits() throws Exception {
    AgentStatus stopped = stopped(status(5, true));

    assertThat(WaitedFor.parse("Ready").judge(stopped, Optional.of(5L))).isEmpty();
    assertThat(WaitedFor.parse("Degraded=False").judge(stopped, Optional.of(5L))).isEmpty();
    assertThat(Convergence.judge(stopped, wanted(5), false, false)).isEmpty();
    assertThat(new StatusView(stopped).exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(new StatusView(status(5, true)).exitCode()).isEqualTo(ExitCode.OK);
  }

  @Test
  void a_device_that_is_silent_is_not_heard() {
    assertThat(new Heard(Optional.of(NOON), NOON.plusSeconds(60)).isNow()).isTrue();
    assertThat(new Heard(Optional.of(NOON), NOON.plusSeconds(3600)).silence()).contains("for 60m");
    assertThat(new Heard(Optional.empty(), NOON).isNow()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"90, 90", "90s, 90", "5m, 300", "1h, 3600", "744h, 2678400"})
  void a_time_is_told_in_seconds_or_with_its_unit(String text, long seconds) throws Exception {
    assertThat(Timeout.of(text)).isEqualTo(Duration.ofSeconds(seconds));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-5", "", "5d", "m", "1.5", "745h", "99999999999"})
  void a_time_that_nobody_means_is_refused(String text) {
    assertThatThrownBy(() -> Timeout.of(text))
        .isInstanceOfSatisfying(
            UserError.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT))
        .hasMessageContaining("5m");
  }

  @Test
  void a_wait_of_no_time_is_over_and_still_can_be_waited_in() {
    Countdown countdown = new Countdown(Duration.ZERO);

    assertThat(countdown.isOver()).isTrue();
    assertThat(countdown.untilNextWord()).isPositive();
    assertThat(countdown.isTimeForAWord()).isFalse();
  }

  @Test
  void a_word_is_due_every_two_seconds_and_the_end_is_not_overslept() {
    long[] nanos = {Long.MAX_VALUE - 1};
    Countdown countdown = new Countdown(Duration.ofSeconds(3), () -> nanos[0]);

    assertThat(countdown.untilNextWord()).isEqualTo(Duration.ofSeconds(2));
    nanos[0] += Duration.ofSeconds(2).toNanos();
    assertThat(countdown.isTimeForAWord()).isTrue();
    assertThat(countdown.isTimeForAWord()).isFalse();
    assertThat(countdown.untilNextWord()).isEqualTo(Duration.ofSeconds(1));
    nanos[0] += Duration.ofSeconds(1).toNanos();
    assertThat(countdown.isOver()).isTrue();
    assertThat(countdown.passed()).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void who_reads_a_large_file_says_how_far_it_is() throws Exception {
    long[] nanos = {0};
    List<Long> told = new ArrayList<>();
    Countdown countdown = new Countdown(Duration.ZERO, () -> nanos[0]);

    try (ToldStream in =
        new ToldStream(new ByteArrayInputStream(new byte[100]), countdown, told::add)) {
      assertThat(in.readNBytes(new byte[30], 0, 30)).isEqualTo(30);
      nanos[0] = Duration.ofSeconds(2).toNanos();
      assertThat(in.readNBytes(new byte[40], 0, 40)).isEqualTo(40);
      assertThat(in.readAllBytes()).hasSize(30);
    }

    assertThat(told).containsExactly(70L);
  }

  @Test
  void a_group_ends_with_the_device_that_cannot_be_written() throws Exception {
    Group group = new Group();
    group.unwritable.add("b");

    List<Outcome> outcomes = new Rollout(group, new PrintWriter(out)).run(0, 1);

    assertThat(outcomes.stream().map(Outcome::word)).containsExactly("Converged", "NotWritten");
    assertThat(outcomes.getLast().exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(out.toString())
        .contains("b: not written: somebody else", "1 converged, 1 failed", "1 left as they were");
  }

  @Test
  void a_write_of_which_nobody_knows_is_not_called_unwritten() throws Exception {
    Group group = new Group();
    group.unanswered.add("b");

    List<Outcome> outcomes = new Rollout(group, new PrintWriter(out)).run(0, 1);

    assertThat(outcomes.stream().map(Outcome::word)).containsExactly("Converged", "Unknown");
    assertThat(outcomes.getLast().exitCode()).isEqualTo(ExitCode.NO_MESH);
    assertThat(out.toString()).contains("b: written or not: the mesh gave no answer");
  }

  @Test
  void a_group_ends_with_a_mesh_that_is_gone_and_says_what_was_done() throws Exception {
    Group group = new Group();
    group.unheard.add("a");

    List<Outcome> outcomes = new Rollout(group, new PrintWriter(out)).run(0, 2);

    assertThat(outcomes.stream().map(Outcome::word)).containsExactly("Unknown", "Wanted");
    assertThat(outcomes.getFirst().exitCode()).isEqualTo(ExitCode.NO_MESH);
    assertThat(out.toString()).contains("0 converged, 2 failed or on the way, 1 left as they were");
  }

  @Test
  void a_group_that_converges_is_done_canaries_first() throws Exception {
    List<Outcome> outcomes = new Rollout(new Group(), new PrintWriter(out)).run(1, 2);

    assertThat(outcomes.stream().map(each -> each.agent().value())).containsExactly("a", "b", "c");
    assertThat(out.toString())
        .containsSubsequence(
            "[1/3] a", "the canaries have converged, 2 to go", "[3/3] c", "3 of 3");
  }

  /** Devices that do at once what is wanted, but for those that do not. */
  private static final class Group implements Rollout.Devices {
    private final List<String> unwritable = new ArrayList<>();
    private final List<String> unanswered = new ArrayList<>();
    private final List<String> unheard = new ArrayList<>();

    @Override
    public List<AgentId> all() {
      return Stream.of("a", "b", "c").map(AgentId::new).toList();
    }

    @Override
    public String advice() {
      return "mend it";
    }

    @Override
    public DesiredState.Written write(AgentId id) throws Exception {
      if (unanswered.contains(id.value())) {
        throw UserError.mayHaveBeenDone("the mesh gave no answer");
      }
      if (unwritable.contains(id.value())) {
        throw UserError.failed("somebody else wrote it");
      }
      return new DesiredState.Written(wanted(5), 1, true);
    }

    @Override
    public Convergence.Ending await(
        AgentId id, DesiredState.Written written, Consumer<String> progress)
        throws MeshUnavailable {
      if (unheard.contains(id.value())) {
        throw new MeshUnavailable("the connection was lost");
      }
      return new Convergence.Ending(Kind.CONVERGED, Optional.empty());
    }
  }

  private static AgentManifest wanted(long generation) throws InvalidDocument {
    return ManifestReader.read(node("{\"resources\":[],\"generation\":" + generation + "}"));
  }

  private static AgentStatus status(long generation, boolean ready) {
    return new AgentStatus(
        AGENT,
        "1",
        "arm64",
        "b",
        generation,
        generation,
        0,
        new TreeMap<>(),
        List.of(new Condition(Condition.Type.READY, ready, "", "", NOON)),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static AgentStatus rejected(AgentStatus status, long generation) {
    return with(
        status,
        Map.of(),
        Optional.of(new Rejection(Optional.of(generation), "InvalidManifest", "no", "", NOON)));
  }

  private static AgentStatus failing(AgentStatus status, AgentManifest wanted, int attempts) {
    ResourceState failed = new ResourceState.Failed(new ResourceError("X", "no"), attempts, NOON);
    return with(
        status,
        Map.of(
            wanted.resources().getFirst().id(),
            new ResourceStatus(
                "File", wanted.resources().getFirst().specHash(), NOON, failed, Optional.empty())),
        Optional.empty());
  }

  private static AgentStatus stopped(AgentStatus status) {
    return new AgentStatus(
        status.agentId(),
        status.agentVersion(),
        status.arch(),
        status.bootId(),
        status.manifestGeneration(),
        status.observedGeneration(),
        0,
        new TreeMap<>(),
        status.conditions(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(NOON));
  }

  private static AgentStatus with(
      AgentStatus status, Map<ResourceId, ResourceStatus> resources, Optional<Rejection> rejected) {
    return new AgentStatus(
        status.agentId(),
        status.agentVersion(),
        status.arch(),
        status.bootId(),
        status.manifestGeneration(),
        status.observedGeneration(),
        0,
        new TreeMap<>(resources),
        status.conditions(),
        rejected,
        Optional.empty(),
        Optional.empty());
  }

  private static Node node(String json) throws InvalidDocument {
    return new JsonReader().read(json.getBytes(StandardCharsets.UTF_8), "test");
  }
}
