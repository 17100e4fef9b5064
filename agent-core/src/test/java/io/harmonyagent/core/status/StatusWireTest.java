package io.harmonyagent.core.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.ResourceId;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class StatusWireTest {
  private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");
  private static final String[] TEXTS = {"", "x", "two\nlines", "ä€😀", "\"quoted\"", "a\\b"};

  static final List<ResourceState> EVERY_STATE =
      List.of(
          new ResourceState.Pending(),
          new ResourceState.Blocked("a, b"),
          new ResourceState.Reconciling("becomes healthy"),
          new ResourceState.Ready(new ResourceDetails.FileDetails("/etc/x", "abc", 5)),
          new ResourceState.Failed(new ResourceError("DiskFull", "no space"), 3, NOON),
          new ResourceState.UnknownResource(),
          new ResourceState.Deleting());

  @ParameterizedTest
  @FieldSource("EVERY_STATE")
  void every_state_is_read_back_as_it_was(ResourceState state) throws InvalidDocument {
    AgentStatus status =
        withResource(new ResourceStatus("File", "hash", NOON, state, Optional.empty()));

    assertThat(read(written(status))).isEqualTo(status);
  }

  @RepeatedTest(20)
  void any_status_is_read_back_as_it_was(RepetitionInfo repetition) throws InvalidDocument {
    RandomGenerator random = new SplittableRandom(repetition.getCurrentRepetition());
    for (int i = 0; i < 50; i++) {
      AgentStatus status = randomStatus(random);

      assertThat(read(written(status))).isEqualTo(status);
    }
  }

  @Test
  void the_form_is_the_one_that_is_documented() {
    AgentStatus status =
        withResource(
            new ResourceStatus(
                "File",
                "h",
                NOON,
                new ResourceState.Failed(new ResourceError("C", "m"), 2, NOON.plusSeconds(1)),
                Optional.of(new Drift(NOON, "mode", 41))));

    assertThat(written(status))
        .isEqualTo(
            "{\"agent_id\":\"pi-1\",\"agent_version\":\"1.0\",\"arch\":\"aarch64\","
                + "\"boot_id\":\"b\",\"manifest_generation\":4,\"observed_generation\":3,"
                + "\"resources\":{\"r\":{\"state\":\"Failed\",\"since\":\"2026-01-31T12:00:00Z\","
                + "\"kind\":\"File\",\"spec_hash\":\"h\",\"error\":{\"code\":\"C\",\"message\":\"m\"},"
                + "\"attempts\":2,\"retry_after\":\"2026-01-31T12:00:01Z\","
                + "\"last_drift\":{\"at\":\"2026-01-31T12:00:00Z\",\"what\":\"mode\","
                + "\"repaired_in_ms\":41}}},\"conditions\":[],\"rejected\":null}");
  }

  @Test
  void fields_that_are_new_to_the_reader_do_not_matter() throws InvalidDocument {
    AgentStatus status =
        withResource(new ResourceStatus("File", "h", NOON, EVERY_STATE.get(3), Optional.empty()));
    String newer =
        written(status)
            .replace("{\"agent_id\"", "{\"moon\":{\"phase\":1},\"agent_id\"")
            .replace(
                "\"conditions\":[]", "\"conditions\":[{\"type\":\"Lunar\",\"status\":\"True\"}]");

    assertThat(read(newer)).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"agent_id\":\"pi-1\"          | \"agent_id\":\"a b\"           | /agent_id",
        "\"manifest_generation\":4      | \"manifest_generation\":\"4\"  | /manifest_generation",
        "\"state\":\"Failed\"           | \"state\":\"Broken\"           | /resources/r/state",
        "\"since\":\"2026-01-31         | \"since\":\"yesterday          | /resources/r/since",
        "\"attempts\":2                 | \"attempts\":3000000000        | /resources/r/attempts",
        "\"conditions\":[]              | \"ignored_fields\":3000000000  | /ignored_fields",
        "\"resources\":{\"r\"           | \"resources\":{\"R\"           | /resources/R",
        "\"rejected\":null              | \"rejected\":{}                | /rejected/reason",
        "\"code\":\"C\",                | ''                             | /resources/r/error/code"
      })
  void a_wrong_status_is_refused_at_the_place(String right, String wrong, String pointer) {
    AgentStatus status =
        withResource(
            new ResourceStatus(
                "File",
                "h",
                NOON,
                new ResourceState.Failed(new ResourceError("C", "m"), 2, NOON),
                Optional.empty()));
    String json = written(status).replace(right, wrong);

    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(() -> read(json))
        .satisfies(e -> assertThat(e.pointer().text()).isEqualTo(pointer));
  }

  @Test
  void a_heartbeat_is_read_back_as_it_was() throws InvalidDocument {
    Heartbeat heartbeat = new Heartbeat(new AgentId("pi-1"), "1.0", "boot", NOON);

    Node back = new JsonReader().read(JsonWriter.compact(heartbeat.toNode()), "");

    assertThat(Heartbeat.read(back)).isEqualTo(heartbeat);
  }

  private static AgentStatus withResource(ResourceStatus resource) {
    SortedMap<ResourceId, ResourceStatus> resources = new TreeMap<>();
    resources.put(new ResourceId("r"), resource);
    return new AgentStatus(
        new AgentId("pi-1"),
        "1.0",
        "aarch64",
        "b",
        4,
        3,
        0,
        resources,
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static AgentStatus randomStatus(RandomGenerator random) {
    SortedMap<ResourceId, ResourceStatus> resources = new TreeMap<>();
    for (int i = random.nextInt(8); i > 0; i--) {
      resources.put(
          new ResourceId("r" + random.nextInt(100)),
          new ResourceStatus(
              "File",
              text(random),
              instant(random),
              randomState(random),
              random.nextBoolean()
                  ? Optional.of(new Drift(instant(random), text(random), random.nextInt()))
                  : Optional.empty()));
    }
    List<Condition> conditions = new ArrayList<>();
    for (Condition.Type type : Condition.Type.values()) {
      if (random.nextBoolean()) {
        conditions.add(
            new Condition(type, random.nextBoolean(), text(random), text(random), instant(random)));
      }
    }
    Optional<Rejection> rejected =
        random.nextBoolean()
            ? Optional.of(
                new Rejection(
                    random.nextBoolean() ? Optional.of(random.nextLong()) : Optional.empty(),
                    text(random),
                    text(random),
                    text(random),
                    instant(random)))
            : Optional.empty();
    return new AgentStatus(
        new AgentId("pi-" + random.nextInt(1000)),
        text(random),
        text(random),
        text(random),
        random.nextLong(),
        random.nextLong(),
        random.nextInt(3),
        resources,
        conditions,
        rejected,
        random.nextBoolean() ? Optional.of(randomUpdate(random)) : Optional.empty(),
        random.nextBoolean() ? Optional.of(instant(random)) : Optional.empty());
  }

  private static UpdateStatus randomUpdate(RandomGenerator random) {
    UpdateStatus.State[] states = UpdateStatus.State.values();
    FailedBuild build =
        new FailedBuild(text(random), "ab".repeat(32), text(random), text(random), instant(random));
    return new UpdateStatus(
        states[random.nextInt(states.length)],
        "1." + random.nextInt(),
        "cd".repeat(32),
        "Reason",
        text(random),
        random.nextBoolean() ? List.of(build) : List.of());
  }

  private static ResourceState randomState(RandomGenerator random) {
    return switch (random.nextInt(7)) {
      case 0 -> new ResourceState.Pending();
      case 1 -> new ResourceState.Blocked(text(random));
      case 2 -> new ResourceState.Reconciling("becomes healthy");
      case 3 ->
          new ResourceState.Ready(
              new ResourceDetails.FileDetails(text(random), text(random), random.nextLong()));
      case 4 ->
          new ResourceState.Failed(
              new ResourceError(text(random), text(random)), random.nextInt(), instant(random));
      case 5 -> new ResourceState.UnknownResource();
      default -> new ResourceState.Deleting();
    };
  }

  private static String text(RandomGenerator random) {
    return TEXTS[random.nextInt(TEXTS.length)];
  }

  private static Instant instant(RandomGenerator random) {
    return NOON.plusMillis(random.nextLong(1_000_000_000_000L));
  }

  private static String written(AgentStatus status) {
    return new String(JsonWriter.compact(StatusWriter.toNode(status)), StandardCharsets.UTF_8);
  }

  private static AgentStatus read(String json) throws InvalidDocument {
    return StatusReader.read(
        new JsonReader().read(json.getBytes(StandardCharsets.UTF_8), "status"));
  }
}
