package io.harmonyagent.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.harmonyagent.agent.cli.Convergence.Ending.Kind;
import io.harmonyagent.agent.doctor.Finding;
import io.harmonyagent.agent.terminal.PrintableText;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
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
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
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
    "REFUSED, BadSignature, FAILING",
    "WAITING, DiskFull, FAILING",
    "WAITING, ArtifactMissing, FAILING",
    "WAITING, StoreUnavailable,",
    "WAITING, CannotStart,",
    "FETCHING, '',",
    "PROVING, Offline,",
    "CURRENT, '', CONVERGED"
  })
  void a_rollout_stops_at_what_does_not_pass_by_itself(
      UpdateStatus.State state, String reason, @Nullable Kind ends) {
    assertThat(BuildRollout.judge(updating(7, BUILD, state, reason), BUILD, 7))
        .isEqualTo(Optional.ofNullable(ends));
  }

  @Test
  void what_a_device_says_of_another_build_or_an_earlier_wish_stops_no_rollout() {
    UpdateStatus.State refused = UpdateStatus.State.REFUSED;

    assertThat(BuildRollout.judge(updating(6, BUILD, refused, "BadSignature"), BUILD, 7)).isEmpty();
    assertThat(BuildRollout.judge(updating(7, "other", refused, "NotProven"), BUILD, 7)).isEmpty();
  }

  @Test
  void a_device_of_which_another_build_is_wanted_meanwhile_is_not_waited_for() {
    UpdateStatus.State fetching = UpdateStatus.State.FETCHING;

    assertThat(BuildRollout.judge(updating(8, "other", fetching, ""), BUILD, 7))
        .contains(Kind.SUPERSEDED);
    assertThat(BuildRollout.judge(updating(8, BUILD, fetching, ""), BUILD, 7)).isEmpty();
  }

  @Test
  void a_signed_manifest_is_not_changed_without_a_key() throws Exception {
    AgentId pi = new AgentId("pi-1");
    Node signed = node("{\"generation\":7,\"resources\":[],\"signature\":{\"key_id\":\"ops\"}}");
    Node unsigned = node("{\"generation\":7,\"resources\":[]}");

    assertThatThrownBy(() -> DesiredState.refuseToUnsign(pi, Optional.empty(), Optional.of(signed)))
        .isInstanceOfSatisfying(
            UserError.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT))
        .hasMessageContaining("--sign-key");
    DesiredState.refuseToUnsign(pi, Optional.empty(), Optional.of(unsigned));
    DesiredState.refuseToUnsign(pi, Optional.empty(), Optional.empty());
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
        "site==barn | true",
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
  void a_device_that_has_not_taken_what_is_wanted_is_not_ready() {
    List<BucketScan.Entry> entries = new ArrayList<>();
    entries.add(entry("heartbeat.pi-1", heartbeat("pi-1"), NOW));
    entries.add(entry("desired-state.pi-1", "{\"generation\":8}", NOW));
    entries.add(entry("actual-state.pi-1", ready(7), NOW));

    Fleet.Member member = Fleet.of(entries, NOW).members().get("pi-1");

    assertThat(FleetView.health(Objects.requireNonNull(member), NOW).word())
        .isEqualTo("Reconciling");
  }

  @Test
  void of_a_fleet_no_resources_are_kept() {
    String status =
        ready(7)
            .replace(
                "\"resources\":{}",
                "\"resources\":{\"a\":{\"kind\":\"X\",\"spec_hash\":\"\",\"state\":\"Pending\",\"since\":\""
                    + NOW
                    + "\"}}");

    Fleet.Member member =
        Fleet.of(List.of(entry("actual-state.pi-1", status, NOW)), NOW).members().get("pi-1");

    assertThat(Objects.requireNonNull(member).status().orElseThrow().resources()).isEmpty();
    assertThat(member.status().orElseThrow().manifestGeneration()).isEqualTo(7);
  }

  @Test
  void the_doctor_names_devices_that_need_attention() {
    List<BucketScan.Entry> entries = new ArrayList<>();
    entries.add(entry("heartbeat.pi-1", heartbeat("pi-1"), NOW.minusSeconds(7)));
    entries.add(entry("actual-state.pi-1", ready(7), NOW));
    entries.add(entry("heartbeat.pi-2", heartbeat("pi-2"), NOW.minusSeconds(300)));

    List<Finding> findings = FleetFindings.of(Fleet.of(entries, NOW));

    assertThat(findings.stream().map(Finding::text))
        .containsExactly(
            "its clock is 7 s off the server's",
            "it is Offline, last heard of 5m ago",
            "its clock is 300 s off the server's",
            "1 of 2 need no attention");
    assertThat(new DoctorView(findings).names()).containsExactly("pi-1", "pi-2");
  }

  @Test
  void a_fleet_with_long_names_and_many_labels_still_fits() {
    String labels =
        "{\"labels\":{\"site\":\"%s\",\"ring\":\"canary\",\"owner\":\"%s\"}}"
            .formatted("s".repeat(60), "o".repeat(60));
    String name = "pi-" + "x".repeat(60);
    List<BucketScan.Entry> entries =
        List.of(
            entry("heartbeat." + name, heartbeat(name), NOW), entry("labels." + name, labels, NOW));

    Fleet fleet = Fleet.of(entries, NOW);
    String table = new FleetView(List.copyOf(fleet.members().values()), NOW).table(false);

    assertThat(table.lines()).allMatch(line -> line.length() <= 80);
    assertThat(table.replaceAll("\\s+", "")).contains("canary");
  }

  @Test
  void what_a_device_says_stays_in_its_cell_and_steers_no_terminal() {
    String cell = "first\nsecond\r\033[2Jthird";
    View view =
        new View() {
          @Override
          public String table(boolean wide) {
            return Table.fit(List.of(List.of("A", "B"), List.of("x", cell)));
          }

          @Override
          public Node node() {
            return new JsonObject().put("b", cell).node();
          }

          @Override
          public List<String> names() {
            return List.of(cell);
          }
        };

    assertThat(OutputFormat.table.render(view)).isEqualTo("A  B\nx  first second \uFFFD[2Jthird");
    assertThat(OutputFormat.name.render(view)).doesNotContain("\033");
    assertThat(OutputFormat.json.render(view)).doesNotContain("\033");
    assertThat(OutputFormat.yaml.render(view)).doesNotContain("\033");
  }

  @Test
  void a_generation_that_a_device_would_reject_is_not_sent() throws Exception {
    Node standing = node("{\"generation\":7,\"resources\":[]}");
    AgentId pi = new AgentId("pi-1");

    assertThat(json(DesiredState.numbered(pi, node("{\"resources\":[]}"), 7, Optional.empty())))
        .startsWith("{\"generation\":8,");
    assertThat(json(DesiredState.numbered(pi, standing, 7, Optional.of(standing))))
        .startsWith("{\"generation\":7,");
    assertThat(
            json(
                DesiredState.numbered(
                    pi,
                    node("{\"generation\":3,\"rollback\":true,\"resources\":[]}"),
                    7,
                    Optional.of(standing))))
        .startsWith("{\"generation\":3,");
    assertThatThrownBy(() -> DesiredState.numbered(pi, standing, 7, Optional.empty()))
        .hasMessageContaining("generation 7 is not above 7");
    assertThatThrownBy(() -> DesiredState.numbered(pi, standing, 9, Optional.of(standing)))
        .hasMessageContaining("leave the field out");
  }

  @Test
  void what_was_hidden_when_it_was_printed_is_known_again() throws Exception {
    Node secret = node("{\"resources\":[{\"spec\":{\"env\":{\"A\":\"s3cret\"}}}]}");

    assertThat(Secrets.isHiddenIn(secret)).isFalse();
    assertThat(Secrets.isHiddenIn(Secrets.hide(secret))).isTrue();
  }

  @Test
  void a_roll_back_goes_to_what_was_wanted_before_also_after_a_deletion() throws Exception {
    History.Generation one = generation(11, 1);
    History.Generation two = generation(12, 2);
    History.Generation deleted = new History.Generation(13, 0, false, NOW, "?", "deleted", "");

    assertThat(new History(List.of(two, one)).previous()).contains(one);
    assertThat(new History(List.of(deleted, two, one)).previous()).contains(two);
    assertThat(new History(List.of(deleted, two, one)).highest()).isEqualTo(2);
    assertThat(new History(List.of(deleted, two, one)).revision()).isEqualTo(13);
    assertThat(new History(List.of()).previous()).isEmpty();
    assertThat(new History(List.of(one)).previous()).isEmpty();
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

  private static String ready(long generation) {
    return """
        {"agent_id":"pi-1","agent_version":"1","arch":"arm64","boot_id":"b","manifest_generation":%1$d,
         "observed_generation":%1$d,"ignored_fields":0,"resources":{},"conditions":[{"type":"Ready",
         "status":"True","reason":"AllReady","message":"","since":"%2$s"}],"rejected":null}"""
        .formatted(generation, NOW);
  }

  private static History.Generation generation(long revision, long number) {
    return new History.Generation(revision, number, true, NOW, "me", "", "Converged");
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
