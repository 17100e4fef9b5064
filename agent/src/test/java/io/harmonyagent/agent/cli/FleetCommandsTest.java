package io.harmonyagent.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.harmonyagent.agent.terminal.PrintableText;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.mesh.BucketScan;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.UpdateStatus;
import io.nats.client.impl.Headers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the commands for fleets decide by themselves, without a mesh. */
class FleetCommandsTest {
  private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");

  private static final String BUILD = "b".repeat(64);

  @TempDir private Path files;

  @ParameterizedTest
  @CsvSource({
    "REFUSED, BadSignature, true",
    "WAITING, DiskFull, true",
    "WAITING, ArtifactMissing, true",
    "WAITING, StoreUnavailable, false",
    "FETCHING, '', false",
    "PROVING, Offline, false",
    "CURRENT, '', false"
  })
  void a_rollout_stops_at_what_does_not_pass_by_itself(
      UpdateStatus.State state, String reason, boolean stops) {
    assertThat(BuildRollout.objection(updating(7, BUILD, state, reason), BUILD, 7).isPresent())
        .isEqualTo(stops);
  }

  @Test
  void what_a_device_says_of_another_build_or_an_earlier_wish_stops_no_rollout() {
    UpdateStatus.State refused = UpdateStatus.State.REFUSED;

    assertThat(BuildRollout.objection(updating(6, BUILD, refused, "BadSignature"), BUILD, 7))
        .isEmpty();
    assertThat(BuildRollout.objection(updating(7, "other", refused, "NotProven"), BUILD, 7))
        .isEmpty();
  }

  private static AgentStatus updating(
      long generation, String artifact, UpdateStatus.State state, String reason) {
    return new AgentStatus(
        new AgentId("pi"),
        "1.0",
        "amd64",
        "boot",
        generation,
        generation,
        0,
        new TreeMap<>(),
        List.of(),
        Optional.empty(),
        Optional.of(new UpdateStatus(state, "1.1", artifact, reason, "why", List.of())),
        Optional.empty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "site=barn | true",
        "site=home | false",
        "site!=home | true",
        "site!=barn | false",
        "ring | true",
        "!ring | false",
        "!other | true",
        "other!=x | true",
        "site=barn,ring=1 | true",
        "site=barn,ring=2 | false"
      })
  void a_selector_is_all_of_its_terms(String selector, boolean selected) throws UserError {
    assertThat(Selector.parse(selector).selects(labels("site", "barn", "ring", "1")))
        .isEqualTo(selected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a=b=c,", "=x", "site=", "a b=c"})
  void a_selector_that_says_nothing_is_refused(String selector) {
    assertThatThrownBy(() -> Selector.parse(selector)).isInstanceOf(UserError.class);
  }

  @Test
  void labels_are_set_and_removed_as_people_write_it() throws Exception {
    Labels labels = Labels.NONE.with("site=barn").with("ring=1").with("ring-");

    assertThat(labels).hasToString("site=barn");
    assertThat(Labels.read(labels.bytes())).isEqualTo(labels);
    assertThatThrownBy(() -> Labels.NONE.with("site")).hasMessageContaining("key=value");
  }

  @Test
  void a_devices_own_values_are_filled_in_and_nobody_elses() throws Exception {
    assertThat(expand("\"${agent.id} at ${label.site}, ${HOME} $${agent.id} ${x.y}\""))
        .isEqualTo("\"pi-1 at barn, ${HOME} ${agent.id} ${x.y}\"");
    assertThat(expand("{\"a\":[{\"b\":\"${label.site}\"},1,true,null]}"))
        .isEqualTo("{\"a\":[{\"b\":\"barn\"},1,true,null]}");
  }

  @Test
  void a_value_that_is_not_known_is_a_mistake_with_its_place() {
    assertThatThrownBy(() -> expand("{\"a\":[\"${label.ring}\"]}"))
        .isInstanceOfSatisfying(
            InvalidDocument.class,
            e ->
                assertThat(e.sentence())
                    .contains("/a/0", "pi-1 has no label 'ring'", "harmonyctl label pi-1 ring="));
    assertThatThrownBy(() -> expand("\"${agent.name}\"")).hasMessageContaining("${agent.id}");
  }

  @Test
  void several_documents_and_files_are_one_manifest() throws Exception {
    write("b.yaml", "resources: [{id: b}]\n---\nresources: [{id: c}]\n");
    write("a.json", "{\"resources\":[{\"id\":\"a\"}]}");
    write("notes.txt", "nothing of ours");

    assertThat(json(ManifestFiles.read(files)))
        .isEqualTo("{\"resources\":[{\"id\":\"a\"},{\"id\":\"b\"},{\"id\":\"c\"}]}");
  }

  @Test
  void what_can_stand_once_only_may_not_stand_twice() throws Exception {
    Path file =
        write("m.yaml", "generation: 1\nresources: []\n---\ngeneration: 2\nresources: []\n");

    assertThatThrownBy(() -> ManifestFiles.read(file))
        .hasMessageContaining("m.yaml:4:13: /generation: stands in another document");
  }

  @Test
  void environments_and_private_files_are_hidden_whatever_they_hold() throws Exception {
    String shown =
        json(
            Secrets.hide(
                node(
                    """
                    {"resources":[
                      {"spec":{"kind":"Container","image":"web","env":{"PASSWORD":"s3cret"}}},
                      {"spec":{"kind":"File","mode":"0640","content":{"inline":"s3cret"}}},
                      {"spec":{"kind":"File","mode":"0640","content":{"base64":"s3cret"}}},
                      {"spec":{"kind":"File","mode":"0644","content":{"inline":"open"}}},
                      {"spec":{"kind":"File","mode":"0600","content":{"artifact":{"size":7}}}}]}
                    """)));

    assertThat(shown)
        .doesNotContain("s3cret")
        .contains("PASSWORD", "open", "\"size\":7", "\"image\":\"web\"");
  }

  @Test
  void a_group_goes_canary_first_and_then_a_few_at_a_time() {
    List<AgentId> all = List.of("a", "b", "c", "d", "e").stream().map(AgentId::new).toList();

    assertThat(Rollout.steps(all, 1, 2).stream().map(List::size)).containsExactly(1, 2, 2);
    assertThat(Rollout.steps(all, 0, 2).stream().map(List::size)).containsExactly(2, 2, 1);
    assertThat(Rollout.steps(all, 9, 1)).containsExactly(all);
  }

  @Test
  void a_fleet_of_odd_devices_is_listed_within_80_columns() {
    List<BucketScan.Entry> entries = new ArrayList<>();
    entries.add(entry("heartbeat.pi-1", heartbeat("pi-1"), NOW.minusSeconds(5)));
    entries.add(entry("labels.pi-1", "{\"labels\":{\"site\":\"barn\"}}", NOW));
    entries.add(entry("heartbeat.pi-2", heartbeat("pi-2"), NOW.minusSeconds(91)));
    entries.add(entry("actual-state.pi-3", "not json at all", NOW));
    entries.add(entry("desired-state.pi-3", "{\"generation\":7}", NOW));

    Fleet fleet = Fleet.of(entries, NOW);
    String table = new FleetView(List.copyOf(fleet.members().values()), NOW).table(false);

    assertThat(table)
        .isEqualTo(
            """
            AGENT  STATE    GEN  SEEN   LABELS     DETAIL
            pi-1   Unknown  -    5s     site=barn
            pi-2   Offline  -    91s
            pi-3   Unknown  -/7  never""");
  }

  @Test
  void durations_are_told_in_short() {
    assertThat(Ago.brief(Duration.ofSeconds(91))).isEqualTo("91s");
    assertThat(Ago.brief(Duration.ofMinutes(12))).isEqualTo("12m");
    assertThat(Ago.brief(Duration.ofDays(5))).isEqualTo("5d");
    assertThat(Ago.since(NOW.plusSeconds(3), NOW)).isEqualTo("0s");
    assertThat(Ago.exact(Duration.ofMillis(1240))).isEqualTo("1.2 s");
  }

  @Test
  void colours_are_for_terminals_that_want_them() {
    assertThat(Paint.isWanted(Map.of("TERM", "xterm"), "/dev/pts/3")).isTrue();
    assertThat(Paint.isWanted(Map.of("TERM", "xterm", "NO_COLOR", "1"), "/dev/pts/3")).isFalse();
    assertThat(Paint.isWanted(Map.of("TERM", "dumb"), "/dev/pts/3")).isFalse();
    assertThat(Paint.isWanted(Map.of("TERM", "xterm"), "pipe:[1]")).isFalse();
    assertThat(new Paint(true).words("pi-1 Ready, NotReady")).contains("\033[32mReady\033[0m,");
    assertThat(new Paint(false).words("Ready")).isEqualTo("Ready");
  }

  @Test
  void a_log_cannot_steer_the_terminal() {
    PrintableText text = new PrintableText();
    byte[] umlaut = "ü".getBytes(StandardCharsets.UTF_8);

    assertThat(text.next("a\033[2Jb\r\n\tc".getBytes(StandardCharsets.UTF_8)))
        .isEqualTo("a\uFFFD[2Jb\uFFFD\n\tc");
    assertThat(text.next(new byte[] {umlaut[0]}) + text.next(new byte[] {umlaut[1]}))
        .isEqualTo("ü");
  }

  @Test
  void a_refusal_says_which_permission_is_missing() {
    assertThat(Refusals.sentence("Permissions Violation for Publish to \"harmony.agent.a.plan\""))
        .contains("may not publish to harmony.agent.a.plan", "docs/mesh.md");
    assertThat(Refusals.sentence("Authorization Violation")).contains("Authorization Violation");
  }

  @Test
  void a_table_wraps_its_last_column_and_nothing_else() {
    String table =
        Table.fit(List.of(List.of("NAME", "TEXT"), List.of("a", "word ".repeat(30).strip())));

    assertThat(table.lines()).allMatch(line -> line.length() <= 80).hasSize(3);
    assertThat(table.lines().skip(2)).allMatch(line -> line.startsWith("      word"));
  }

  private String expand(String json) throws InvalidDocument {
    return json(new Expansion(new AgentId("pi-1"), labels("site", "barn")).of(node(json)));
  }

  private static Labels labels(String... words) {
    TreeMap<String, String> values = new TreeMap<>();
    for (int i = 0; i < words.length; i += 2) {
      values.put(words[i], words[i + 1]);
    }
    return new Labels(values);
  }

  private static BucketScan.Entry entry(String key, String value, Instant written) {
    return new BucketScan.Entry(
        key, Optional.of(value.getBytes(StandardCharsets.UTF_8)), 1, written, new Headers());
  }

  private static String heartbeat(String id) {
    return "{\"agent_id\":\"%s\",\"agent_version\":\"1\",\"boot_id\":\"b\",\"at\":\"%s\"}"
        .formatted(id, NOW);
  }

  private static Node node(String json) throws InvalidDocument {
    return new JsonReader().read(json.getBytes(StandardCharsets.UTF_8), "test");
  }

  private static String json(Node node) {
    return new String(JsonWriter.compact(node), StandardCharsets.UTF_8);
  }

  private Path write(String name, String text) throws Exception {
    return Files.writeString(files.resolve(name), text);
  }
}
