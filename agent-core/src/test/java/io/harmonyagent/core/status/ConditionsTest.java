package io.harmonyagent.core.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.manifest.ResourceId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConditionsTest {
  private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");
  private static final Instant LATER = NOON.plusSeconds(60);
  private static final Rejection REJECTION =
      new Rejection(Optional.of(9L), "InvalidManifest", "/resources/0: is odd", "", NOON);

  /** One letter for each state: P, B, C (Reconciling), R, F, U, D. */
  @ParameterizedTest
  @CsvSource({
    // states, rejected: the conditions that hold
    "'',    false, Ready",
    "R,     false, Ready",
    "RRR,   false, Ready",
    "P,     false, Reconciling",
    "RP,    false, Reconciling",
    "RB,    false, Reconciling",
    "RC,    false, Reconciling",
    "RD,    false, Reconciling",
    "D,     false, Reconciling",
    "F,     false, Degraded",
    "RF,    false, Degraded",
    "U,     false, Degraded",
    "RU,    false, Degraded",
    "FB,    false, Reconciling Degraded",
    "UC,    false, Reconciling Degraded",
    "PBCRFUD, false, Reconciling Degraded",
    "'',    true,  Ready Degraded",
    "R,     true,  Ready Degraded",
    "RC,    true,  Reconciling Degraded",
    "F,     true,  Degraded"
  })
  void what_holds_follows_from_the_states(String states, boolean rejected, String holding) {
    List<Condition> conditions =
        Conditions.fold(
            resources(states),
            true,
            Optional.empty(),
            rejected ? Optional.of(REJECTION) : Optional.empty(),
            Optional.empty(),
            List.of(),
            NOON);

    assertThat(
            conditions.stream()
                .filter(Condition::holds)
                .map(c -> c.type().wireName())
                .collect(Collectors.joining(" ")))
        .isEqualTo(holding);
  }

  @Test
  void a_refused_update_degrades_the_device() {
    UpdateStatus update =
        new UpdateStatus(UpdateStatus.State.REFUSED, "2.0", "ab", "NotProven", "why", List.of());

    Condition degraded =
        Conditions.fold(
                resources("R"),
                true,
                Optional.empty(),
                Optional.empty(),
                Optional.of(update),
                List.of(),
                NOON)
            .getLast();

    assertThat(degraded.holds()).isTrue();
    assertThat(degraded.reason()).isEqualTo("UpdateRefused");
    assertThat(degraded.message()).contains("2.0", "why");
  }

  @Test
  void a_configuration_that_cannot_be_used_is_told_before_everything_else() {
    Condition degraded =
        Conditions.fold(
                resources("F"),
                true,
                Optional.of("config.yaml:1:1: is odd"),
                Optional.of(REJECTION),
                Optional.empty(),
                List.of(),
                NOON)
            .getLast();

    assertThat(degraded.holds()).isTrue();
    assertThat(degraded.reason()).isEqualTo("ConfigurationRejected");
    assertThat(degraded.message())
        .isEqualTo("config.yaml:1:1: is odd; the configuration that last worked is in force");
  }

  @Test
  void all_but_offline_are_always_stated() {
    assertThat(fold("PF", List.of(), NOON))
        .extracting(Condition::type)
        .containsExactly(Condition.Type.READY, Condition.Type.RECONCILING, Condition.Type.DEGRADED);
  }

  @Test
  void without_a_manifest_nothing_is_ready() {
    Condition ready =
        Conditions.fold(
                new TreeMap<>(),
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                NOON)
            .getFirst();

    assertThat(ready.holds()).isFalse();
    assertThat(ready.reason()).isEqualTo("NoManifest");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "RF | r1: no space",
        "RU | r1: this agent does not know the kind File",
        "RB | r1: waits for r9",
        "RC | r1: Reconciling",
        "BF | r1: no space"
      })
  void the_message_names_the_resource_to_look_at(String states, String message) {
    assertThat(fold(states, List.of(), NOON).getFirst().message()).isEqualTo(message);
  }

  @Test
  void a_rejection_is_told_unless_something_failed() {
    Condition degraded =
        Conditions.fold(
                resources("R"),
                true,
                Optional.empty(),
                Optional.of(REJECTION),
                Optional.empty(),
                List.of(),
                NOON)
            .getLast();

    assertThat(degraded.reason()).isEqualTo("ManifestRejected");
    assertThat(degraded.message()).isEqualTo(REJECTION.message());
  }

  @Test
  void since_is_kept_while_the_value_stays_whatever_the_reason() {
    List<Condition> before = fold("C", List.of(), NOON);

    List<Condition> after = fold("F", before, LATER);

    assertThat(after.getFirst().reason()).isNotEqualTo(before.getFirst().reason());
    assertThat(after.getFirst().since()).isEqualTo(NOON);
  }

  @Test
  void since_is_new_when_the_value_turns() {
    List<Condition> before = fold("C", List.of(), NOON);

    List<Condition> after = fold("R", before, LATER);

    assertThat(after).extracting(Condition::since).containsExactly(LATER, LATER, NOON);
  }

  private static List<Condition> fold(String states, List<Condition> before, Instant now) {
    return Conditions.fold(
        resources(states), true, Optional.empty(), Optional.empty(), Optional.empty(), before, now);
  }

  private static SortedMap<ResourceId, ResourceStatus> resources(String states) {
    SortedMap<ResourceId, ResourceStatus> resources = new TreeMap<>();
    for (int i = 0; i < states.length(); i++) {
      resources.put(
          new ResourceId("r" + i),
          new ResourceStatus("File", "", NOON, state(states.charAt(i)), Optional.empty()));
    }
    return resources;
  }

  private static ResourceState state(char letter) {
    return switch (letter) {
      case 'P' -> new ResourceState.Pending();
      case 'B' -> new ResourceState.Blocked("r9");
      case 'C' -> new ResourceState.Reconciling();
      case 'R' -> new ResourceState.Ready(new ResourceDetails.FileDetails("/x", "", 0));
      case 'F' -> new ResourceState.Failed(new ResourceError("DiskFull", "no space"), 1, LATER);
      case 'U' -> new ResourceState.UnknownResource();
      case 'D' -> new ResourceState.Deleting();
      default -> throw new IllegalArgumentException("no state " + letter);
    };
  }
}
