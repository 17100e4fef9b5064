package io.harmonyagent.core.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.YamlReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestReaderTest {
  private static final int MOST = ManifestReader.MAX_RESOURCES;

  @Test
  void a_whole_file_resource_is_read() throws InvalidDocument {
    AgentManifest manifest =
        read(
            """
            {"generation": 7, "rollback": true, "resources": [
              {"id": "a", "spec": {"kind": "File", "path": "/etc/a", "mode": "0600",
                "owner": "root", "group": "adm", "adopt": true, "content": {"inline": "hi\\n"}}},
              {"id": "b", "depends_on": ["a"], "restart_on": ["a"],
                "spec": {"kind": "File", "path": "/etc/b", "content": {"inline": ""}}}]}
            """);

    assertThat(manifest.generation()).isEqualTo(7);
    assertThat(manifest.rollback()).isTrue();
    assertThat(manifest.resources())
        .extracting(ManagedResource::spec)
        .containsExactly(
            new FileSpec(
                "/etc/a",
                0600,
                Optional.of("root"),
                Optional.of("adm"),
                FileContent.inline("hi\n"),
                true),
            new FileSpec(
                "/etc/b", 0644, Optional.empty(), Optional.empty(), FileContent.inline(""), false));
    assertThat(manifest.resources().getLast().dependsOn()).containsExactly(new ResourceId("a"));
    assertThat(manifest.resources().getLast().restartOn()).containsExactly(new ResourceId("a"));
  }

  @Test
  void nothing_may_be_wanted() throws InvalidDocument {
    assertThat(read("{\"generation\":1,\"resources\":[]}").resources()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[]                                                     | ''",
        "{}                                                     | /generation",
        "{\"generation\":null,\"resources\":[]}                 | /generation",
        "{\"generation\":\"1\",\"resources\":[]}                | /generation",
        "{\"generation\":1.5,\"resources\":[]}                  | /generation",
        "{\"generation\":-1,\"resources\":[]}                   | /generation",
        "{\"generation\":9223372036854775808,\"resources\":[]}  | /generation",
        "{\"generation\":1}                                     | /resources",
        "{\"generation\":1,\"resources\":null}                  | /resources",
        "{\"generation\":1,\"resources\":{}}                    | /resources",
        "{\"generation\":1,\"resources\":[[]]}                  | /resources/0",
        "{\"generation\":1,\"resources\":[null]}                | /resources/0",
        "{\"generation\":1,\"resources\":[],\"rollback\":\"y\"} | /rollback",
      })
  void a_wrong_manifest_is_refused_at_the_place(String json, String pointer) {
    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(() -> read(json))
        .satisfies(e -> assertThat(e.pointer().text()).isEqualTo(pointer));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"spec\":{}}                                                        | /id",
        "{\"id\":7,\"spec\":{}}                                               | /id",
        "{\"id\":\"A\",\"spec\":{}}                                           | /id",
        "{\"id\":\"-a\",\"spec\":{}}                                          | /id",
        "{\"id\":\"a-\",\"spec\":{}}                                          | /id",
        "{\"id\":\"\",\"spec\":{}}                                            | /id",
        "{\"id\":\"a.b\",\"spec\":{}}                                         | /id",
        "{\"id\":\"a\\n\",\"spec\":{}}                                        | /id",
        "{\"id\":\"a\",\"depends_on\":\"b\",\"spec\":{}}                      | /depends_on",
        "{\"id\":\"a\",\"depends_on\":[1],\"spec\":{}}                        | /depends_on/0",
        "{\"id\":\"a\",\"depends_on\":[\"B!\"],\"spec\":{}}                   | /depends_on",
        "{\"id\":\"a\",\"restart_on\":{},\"spec\":{}}                         | /restart_on",
        "{\"id\":\"a\"}                                                       | /spec",
        "{\"id\":\"a\",\"spec\":[]}                                           | /spec",
        "{\"id\":\"a\",\"spec\":{}}                                           | /spec/kind",
        "{\"id\":\"a\",\"spec\":{\"kind\":1}}                                 | /spec/kind",
        "{\"id\":\"a\",\"depends_on\":[\"b\"],\"spec\":{\"kind\":\"X\"}}      | /depends_on",
        "{\"id\":\"a\",\"restart_on\":[\"b\"],\"spec\":{\"kind\":\"X\"}}      | /restart_on",
        "{\"id\":\"a\",\"depends_on\":[\"a\"],\"spec\":{\"kind\":\"X\"}}      | /depends_on",
      })
  void a_wrong_resource_is_refused_at_the_place(String resource, String pointer) {
    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(() -> read(manifest(FINE, resource)))
        .satisfies(e -> assertThat(e.pointer().text()).isEqualTo("/resources/1" + pointer));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"content\":{\"inline\":\"\"}                                             | /path",
        "\"path\":5,\"content\":{\"inline\":\"\"}                                  | /path",
        "\"path\":\"\",\"content\":{\"inline\":\"\"}                               | /path",
        "\"path\":\"/\",\"content\":{\"inline\":\"\"}                              | /path",
        "\"path\":\"etc/a\",\"content\":{\"inline\":\"\"}                          | /path",
        "\"path\":\"/etc/\",\"content\":{\"inline\":\"\"}                          | /path",
        "\"path\":\"//etc/a\",\"content\":{\"inline\":\"\"}                        | /path",
        "\"path\":\"/etc//a\",\"content\":{\"inline\":\"\"}                        | /path",
        "\"path\":\"/etc/./a\",\"content\":{\"inline\":\"\"}                       | /path",
        "\"path\":\"/etc/../a\",\"content\":{\"inline\":\"\"}                      | /path",
        "\"path\":\"/..\",\"content\":{\"inline\":\"\"}                            | /path",
        "\"path\":\"/a\\u0000b\",\"content\":{\"inline\":\"\"}                     | /path",
        "\"path\":\"/a\\ud800b\",\"content\":{\"inline\":\"\"}                     | /path",
        "\"path\":\"/a\",\"mode\":420,\"content\":{\"inline\":\"\"}                | /mode",
        "\"path\":\"/a\",\"mode\":\"\",\"content\":{\"inline\":\"\"}               | /mode",
        "\"path\":\"/a\",\"mode\":\"64\",\"content\":{\"inline\":\"\"}             | /mode",
        "\"path\":\"/a\",\"mode\":\"0648\",\"content\":{\"inline\":\"\"}           | /mode",
        "\"path\":\"/a\",\"mode\":\"04755\",\"content\":{\"inline\":\"\"}          | /mode",
        "\"path\":\"/a\",\"mode\":\"1777\",\"content\":{\"inline\":\"\"}           | /mode",
        "\"path\":\"/a\",\"mode\":\"rw-r--r--\",\"content\":{\"inline\":\"\"}      | /mode",
        "\"path\":\"/a\",\"mode\":\"0644 \",\"content\":{\"inline\":\"\"}          | /mode",
        "\"path\":\"/a\",\"owner\":0,\"content\":{\"inline\":\"\"}                 | /owner",
        "\"path\":\"/a\",\"owner\":\" \",\"content\":{\"inline\":\"\"}             | /owner",
        "\"path\":\"/a\",\"owner\":\"-1\",\"content\":{\"inline\":\"\"}            | /owner",
        "\"path\":\"/a\",\"group\":\"\",\"content\":{\"inline\":\"\"}              | /group",
        "\"path\":\"/a\",\"adopt\":\"yes\",\"content\":{\"inline\":\"\"}           | /adopt",
        "\"path\":\"/a\"                                                           | /content",
        "\"path\":\"/a\",\"content\":\"x\"                                         | /content",
        "\"path\":\"/a\",\"content\":{}                                            | /content",
        "\"path\":\"/a\",\"content\":{\"inline\":\"\",\"symlink\":\"x\"}           | /content",
        "\"path\":\"/a\",\"content\":{\"base64\":\"YQ\"}                           | /content/base64",
        "\"path\":\"/a\",\"content\":{\"base64\":\"YQ=a\"}                         | /content/base64",
        "\"path\":\"/a\",\"content\":{\"base64\":\"Y-==\"}                         | /content/base64",
        "\"path\":\"/a\",\"content\":{\"artifact\":\"x\"}                          | /content/artifact",
        "\"path\":\"/a\",\"content\":{\"artifact\":{\"size\":1}}                   | /content/artifact/sha256",
        "\"path\":\"/a\",\"content\":{\"artifact\":{\"sha256\":\"AB\",\"size\":1}} | /content/artifact/sha256",
        "\"path\":\"/a\",\"content\":{\"directory\":true}                          | /content/directory",
        "\"path\":\"/a\",\"content\":{\"symlink\":\"\"}                            | /content/symlink",
        "\"path\":\"/a\",\"content\":{\"symlink\":\"a//b\"}                        | /content/symlink",
        "\"path\":\"/a\",\"content\":{\"symlink\":\"a/\"}                          | /content/symlink",
        "\"path\":\"/a\",\"content\":{\"symlink\":\"a\\u0000\"}                    | /content/symlink",
        "\"path\":\"/a\",\"content\":{\"symlink\":\"a\\ud800\"}                    | /content/symlink",
        "\"path\":\"/a\",\"mode\":\"0777\",\"content\":{\"symlink\":\"b\"}         | /mode",
        "\"path\":\"/a\",\"on_delete\":\"burn\",\"content\":{\"inline\":\"\"}      | /on_delete",
        "\"path\":\"/a\",\"on_delete\":true,\"content\":{\"inline\":\"\"}          | /on_delete",
        "\"path\":\"/a\",\"content\":{\"inline\":[\"x\"]}                          | /content/inline",
        "\"path\":\"/a\",\"content\":{\"inline\":\"\\ud800\"}                      | /content/inline",
      })
  void a_wrong_file_is_refused_at_the_place(String fields, String pointer) {
    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(
            () -> read(manifest("{\"id\":\"f\",\"spec\":{\"kind\":\"File\"," + fields + "}}")))
        .satisfies(e -> assertThat(e.pointer().text()).isEqualTo("/resources/0/spec" + pointer));
  }

  @Test
  void a_file_may_be_of_every_sort() throws InvalidDocument {
    String sha256 = "0123456789abcdef".repeat(4);
    AgentManifest manifest =
        read(
            """
            {"generation": 1, "resources": [
              {"id": "a", "spec": {"kind": "File", "path": "/a", "on_delete": "keep",
                "content": {"base64": "AP8=\\n"}}},
              {"id": "b", "spec": {"kind": "File", "path": "/b", "on_delete": "restore",
                "content": {"artifact": {"sha256": "%s", "size": 40000000000}}}},
              {"id": "c", "spec": {"kind": "File", "path": "/c", "on_delete": "remove",
                "content": {"directory": {}}}},
              {"id": "d", "spec": {"kind": "File", "path": "/d", "owner": "root",
                "content": {"symlink": "../x"}}}]}
            """
                .formatted(sha256));

    assertThat(manifest.resources())
        .extracting(ManagedResource::spec)
        .containsExactly(
            file("/a", 0644, FileContent.inline(new byte[] {0, -1}), OnDelete.KEEP),
            file("/b", 0644, new FileContent.Artifact(sha256, 40_000_000_000L), OnDelete.RESTORE),
            file("/c", 0755, new FileContent.Directory(), OnDelete.REMOVE),
            new FileSpec(
                "/d",
                0777,
                Optional.of("root"),
                Optional.empty(),
                new FileContent.Symlink("../x"),
                false));
  }

  @Test
  void what_has_to_be_fetched_is_given_time_by_its_size() {
    Duration usual = Duration.ofSeconds(30);
    FileContent artifact = new FileContent.Artifact("ab".repeat(32), 64 * 1024 * 100);

    assertThat(file("/a", 0644, artifact, OnDelete.REMOVE).patience(usual))
        .isEqualTo(Duration.ofSeconds(130));
    assertThat(file("/a", 0644, FileContent.inline("x"), OnDelete.REMOVE).patience(usual))
        .isEqualTo(usual);
  }

  @Test
  void a_path_may_be_as_long_as_the_system_allows_and_no_longer() throws InvalidDocument {
    String name = "x".repeat(255);
    String longest = ("/" + name).repeat(15) + "/" + "y".repeat(254);

    assertThat(longest).hasSize(4095);
    assertThat(read(manifest(file("a", longest))).resources()).hasSize(1);
    isRefusedAt("/resources/0/spec/path", manifest(file("a", longest + "z")));
    isRefusedAt("/resources/0/spec/path", manifest(file("a", "/" + name + "x")));
  }

  @Test
  void a_name_is_measured_in_bytes_as_the_system_does() throws InvalidDocument {
    assertThat(read(manifest(file("a", "/" + "€".repeat(85)))).resources()).hasSize(1);
    isRefusedAt("/resources/0/spec/path", manifest(file("a", "/" + "€".repeat(86))));
  }

  @ParameterizedTest
  @CsvSource({"0644,420", "644,420", "0000,0", "0777,511", "755,493"})
  void a_mode_is_octal(String text, int mode) throws InvalidDocument {
    String json =
        manifest(
            "{\"id\":\"a\",\"spec\":{\"kind\":\"File\",\"path\":\"/a\",\"mode\":\""
                + text
                + "\",\"content\":{\"inline\":\"\"}}}");

    assertThat(read(json).resources().getFirst().spec())
        .isInstanceOfSatisfying(FileSpec.class, f -> assertThat(f.mode()).isEqualTo(mode));
  }

  @Test
  void an_id_may_have_63_letters_and_no_more() throws InvalidDocument {
    assertThat(read(manifest(unknown("x".repeat(63)))).resources()).hasSize(1);
    isRefusedAt("/resources/0/id", manifest(unknown("x".repeat(64))));
  }

  @Test
  void an_id_that_stands_twice_is_refused_where_it_stands_again() {
    isRefusedAt("/resources/2/id", manifest(unknown("a"), unknown("b"), unknown("a")));
  }

  @Test
  void two_resources_cannot_claim_the_same_file() {
    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(() -> read(manifest(file("a", "/x"), file("b", "/y"), file("c", "/x"))))
        .satisfies(e -> assertThat(e.pointer().text()).isEqualTo("/resources/2/spec/path"))
        .satisfies(e -> assertThat(e.problem()).isEqualTo("'/x' is claimed by 'a' too"));
  }

  @Test
  void a_circle_is_refused_and_spelt_out() {
    String json =
        manifest(unknown("first", "a"), unknown("a", "b"), unknown("b", "c"), unknown("c", "a"));

    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(() -> read(json))
        .satisfies(e -> assertThat(e.problem()).isEqualTo("is a circle: a → b → c → a"))
        .satisfies(e -> assertThat(e.pointer().text()).isEqualTo("/resources/1/depends_on"));
  }

  @Test
  void a_resource_that_waits_for_itself_is_a_circle() {
    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(() -> read(manifest(unknown("a", "a"))))
        .satisfies(e -> assertThat(e.problem()).isEqualTo("is a circle: a → a"));
  }

  @Test
  void two_ways_to_the_same_resource_are_no_circle() throws InvalidDocument {
    String json =
        manifest(
            unknown("top", "left", "right"),
            unknown("left", "bottom"),
            unknown("right", "bottom", "bottom"),
            unknown("bottom"));

    assertThat(read(json).resources()).hasSize(4);
  }

  @Test
  void a_chain_of_as_many_as_may_be_is_read() throws InvalidDocument {
    String[] chain =
        IntStream.range(0, MOST)
            .mapToObj(i -> i == MOST - 1 ? unknown("r" + i) : unknown("r" + i, "r" + (i + 1)))
            .toArray(String[]::new);

    assertThat(read(manifest(chain)).resources()).hasSize(MOST);
  }

  @Test
  void one_more_is_refused_with_the_limit() {
    String[] tooMany =
        IntStream.rangeClosed(0, MOST).mapToObj(i -> unknown("r" + i)).toArray(String[]::new);

    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(() -> read(manifest(tooMany)))
        .satisfies(e -> assertThat(e.pointer().text()).isEqualTo("/resources"))
        .satisfies(e -> assertThat(e.problem()).isEqualTo("has 2001 of them; the limit is 2000"));
  }

  @Test
  void a_circle_of_as_many_is_refused() {
    String[] circle =
        IntStream.range(0, MOST)
            .mapToObj(i -> unknown("r" + i, "r" + ((i + 1) % MOST)))
            .toArray(String[]::new);

    isRefusedAt("/resources/0/depends_on", manifest(circle));
  }

  @Test
  void what_stands_in_a_directory_of_the_manifest_depends_on_it() throws InvalidDocument {
    AgentManifest manifest =
        read(
            manifest(
                file("deep", "/a/b/c/d"),
                file("beside", "/ab"),
                file("a", "/a", "\"directory\":{}"),
                file("b", "/a/b", "\"symlink\":\"x\""),
                file("b-c", "/a/b/c", "\"directory\":{}")));

    assertThat(manifest.resources())
        .extracting(ManagedResource::dependsOn)
        .containsExactly(ids("b-c"), ids(), ids(), ids("a"), ids("b"));
  }

  @Test
  void what_a_manifest_says_counts_more_than_what_its_paths_imply() throws InvalidDocument {
    AgentManifest manifest =
        read(
            manifest(
                file("f1", "/1/f"),
                directoryAfter("f2", "d1", "/1"),
                file("f2", "/2/f"),
                directoryAfter("f1", "d2", "/2")));

    assertThat(manifest.resources())
        .extracting(ManagedResource::dependsOn)
        .containsExactly(ids("d1"), ids("f2"), ids(), ids("f1"));
  }

  @Test
  void an_unknown_kind_does_not_stop_the_rest() throws InvalidDocument {
    AgentManifest manifest =
        read(
            manifest(
                "{\"id\":\"new\",\"spec\":{\"kind\":\"Quantum\",\"path\":7,\"deep\":{\"x\":[]}}}",
                file("old", "/etc/old")));

    assertThat(manifest.resources().getFirst().spec()).isEqualTo(new UnknownSpec("Quantum"));
    assertThat(manifest.resources().getLast().spec()).isInstanceOf(FileSpec.class);
    assertThat(manifest.ignoredFields()).isZero();
  }

  @Test
  void fields_that_nobody_knows_are_counted() throws InvalidDocument {
    AgentManifest manifest =
        read(
            """
            {"generation": 1, "colour": "red",
             "agent": {"version": "9", "artifact": "sha256:%s", "size": 1, "channel": "beta"},
             "signature": {"key_id": "ops", "alg": "ed25519", "value": "%s", "comment": "x"},
             "resources": [{"id": "a", "note": {"deep": 1}, "spec": {"kind": "File", "path": "/a",
               "content": {"inline": "", "charset": "x"}, "selinux": null}}]}
            """
                .formatted("0".repeat(64), "A".repeat(86) + "=="));

    assertThat(manifest.ignoredFields()).isEqualTo(6);
  }

  @Test
  void a_manifest_of_the_device_needs_no_generation() throws InvalidDocument {
    var document = new YamlReader().read("resources: []", "device.yaml");

    assertThat(ManifestReader.readStatic(document).generation()).isZero();
  }

  @Test
  void yaml_and_json_of_the_same_manifest_are_the_same() throws InvalidDocument {
    AgentManifest yaml =
        ManifestReader.read(
            new YamlReader()
                .read(
                    """
                    generation: 3
                    resources:
                      - id: a
                        spec:
                          kind: File
                          path: /etc/a
                          mode: 0600
                          content:
                            inline: |
                              no
                              yes
                    """,
                    "device.yaml"));
    AgentManifest json =
        read(
            "{\"resources\":[{\"spec\":{\"content\":{\"inline\":\"no\\nyes\\n\"},\"mode\":\"0600\","
                + "\"path\":\"/etc/a\",\"kind\":\"File\"},\"id\":\"a\"}],\"generation\":3}");

    assertThat(yaml).isEqualTo(json);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"path\":\"/a\",\"kind\":\"File\",\"content\":{\"inline\":\"x\"}}",
        "{ \"kind\" : \"File\" , \"content\":{\"inline\":\"\\u0078\"}, \"path\":\"\\/a\" }"
      })
  void the_same_spec_in_other_words_has_the_same_hash(String spec) throws InvalidDocument {
    assertThat(hashOf(spec)).isEqualTo(hashOf(SPEC));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"kind\":\"File\",\"path\":\"/b\",\"content\":{\"inline\":\"x\"}}",
        "{\"kind\":\"File\",\"path\":\"/a\",\"content\":{\"inline\":\"x \"}}",
        "{\"kind\":\"File\",\"path\":\"/a\",\"mode\":\"0600\",\"content\":{\"inline\":\"x\"}}",
        "{\"kind\":\"File\",\"path\":\"/a\",\"adopt\":true,\"content\":{\"inline\":\"x\"}}",
        "{\"kind\":\"Fil\",\"path\":\"/a\",\"content\":{\"inline\":\"x\"}}"
      })
  void another_spec_has_another_hash(String spec) throws InvalidDocument {
    assertThat(hashOf(spec)).isNotEqualTo(hashOf(SPEC));
  }

  @Test
  void the_hash_is_of_the_spec_alone() throws InvalidDocument {
    AgentManifest one = read(manifest(unknown("a"), unknown("b", "a")));

    assertThat(one.resources().getFirst().specHash())
        .isEqualTo(one.resources().getLast().specHash());
  }

  @Test
  void content_is_not_printed() throws InvalidDocument {
    AgentManifest manifest =
        read(manifest(FINE.replace("\"inline\":\"fine\"", "\"inline\":\"secret\"")));

    assertThat(manifest.toString()).doesNotContain("secret");
  }

  private static final String FINE =
      "{\"id\":\"ok\",\"spec\":{\"kind\":\"File\",\"path\":\"/fine\",\"content\":{\"inline\":\"fine\"}}}";
  private static final String SPEC =
      "{\"kind\":\"File\",\"path\":\"/a\",\"content\":{\"inline\":\"x\"}}";

  private static String hashOf(String spec) throws InvalidDocument {
    return read(manifest("{\"id\":\"a\",\"spec\":" + spec + "}")).resources().getFirst().specHash();
  }

  private static void isRefusedAt(String pointer, String json) {
    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(() -> read(json))
        .satisfies(e -> assertThat(e.pointer().text()).isEqualTo(pointer));
  }

  private static AgentManifest read(String json) throws InvalidDocument {
    return ManifestReader.read(
        new JsonReader().read(json.getBytes(StandardCharsets.UTF_8), "manifest"));
  }

  private static String manifest(String... resources) {
    return "{\"generation\":1,\"resources\":[" + String.join(",", resources) + "]}";
  }

  private static FileSpec file(String path, int mode, FileContent content, OnDelete onDelete) {
    return new FileSpec(path, mode, Optional.empty(), Optional.empty(), content, false, onDelete);
  }

  private static List<ResourceId> ids(String... ids) {
    return List.of(ids).stream().map(ResourceId::new).toList();
  }

  private static String directoryAfter(String other, String id, String path) {
    return "{\"depends_on\":[\"" + other + "\"]," + file(id, path, "\"directory\":{}").substring(1);
  }

  private static String file(String id, String path, String content) {
    return "{\"id\":\"%s\",\"spec\":{\"kind\":\"File\",\"path\":\"%s\",\"content\":{%s}}}"
        .formatted(id, path, content);
  }

  private static String file(String id, String path) {
    return "{\"id\":\"%s\",\"spec\":{\"kind\":\"File\",\"path\":\"%s\",\"content\":{\"inline\":\"\"}}}"
        .formatted(id, path);
  }

  private static String unknown(String id, String... dependsOn) {
    String dependencies =
        List.of(dependsOn).stream().map(d -> '"' + d + '"').collect(Collectors.joining(","));
    return "{\"id\":\"%s\",\"depends_on\":[%s],\"spec\":{\"kind\":\"X\"}}"
        .formatted(id, dependencies);
  }
}
