package io.harmonyagent.core.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SystemdUnitSpecReaderTest {
  @Test
  void a_whole_unit_is_read() throws InvalidDocument {
    ResourceSpec spec =
        read(
            """
            "name": "web@1.service", "enabled": true, "state": "active", "masked": false,
            "content": "[Service]\\nExecStart=/bin/web\\n", "adopt": true,
            "drop_ins": {"20-b.conf": "[Unit]\\n", "10-a.conf": "[Service]\\n"}
            """);

    assertThat(spec)
        .isEqualTo(
            new SystemdUnitSpec(
                "web@1.service",
                Optional.of(true),
                Optional.of(SystemdUnitSpec.State.ACTIVE),
                Optional.of(false),
                Optional.of("[Service]\nExecStart=/bin/web\n"),
                new TreeMap<>(Map.of("10-a.conf", "[Service]\n", "20-b.conf", "[Unit]\n")),
                true));
    assertThat(((SystemdUnitSpec) spec).dropIns().keySet())
        .containsExactly("10-a.conf", "20-b.conf");
  }

  @Test
  void what_is_not_said_is_nobodys_business() throws InvalidDocument {
    assertThat(read("\"name\": \"ntp.service\", \"state\": \"inactive\""))
        .isEqualTo(
            new SystemdUnitSpec(
                "ntp.service",
                Optional.empty(),
                Optional.of(SystemdUnitSpec.State.INACTIVE),
                Optional.empty(),
                Optional.empty(),
                new TreeMap<>(),
                false));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ssh.service",
        "backup.timer",
        "web@.service",
        "web@a-b.c.service",
        "srv-data.mount",
        "dev-disk-by\\\\x2dlabel-swap.swap",
        "my_app:1.socket",
      })
  void names_of_units_are_taken(String name) throws InvalidDocument {
    assertThat(read("\"name\": \"" + name + "\", \"enabled\": true")).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ssh",
        "ssh.conf",
        ".service",
        "@.service",
        "a b.service",
        "../x.service",
        "a/b.service",
        "init.scope",
        "dev-sda.device",
        "ä.service",
        "a.service\\n",
      })
  void what_is_no_name_of_a_unit_is_refused(String name) {
    refused("\"name\": \"" + name + "\", \"enabled\": true", "/resources/0/spec/name");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"masked\": true, \"state\": \"active\"               | masked",
        "\"masked\": true, \"enabled\": true                   | masked",
        "\"masked\": true, \"content\": \"[Service]\"          | masked",
        "\"state\": \"running\"                                | state",
        "\"state\": true                                       | state",
        "\"enabled\": \"yes\"                                  | enabled",
        "\"content\": \"\"                                     | content",
        "\"content\": \"ExecStart=/bin/x\"                     | content",
        "\"content\": \"[Service]\\u0000\"                     | content",
        "\"content\": \"[Service]\\ud800\"                     | content",
        "\"drop_ins\": []                                      | drop_ins",
        "\"drop_ins\": {\"a.txt\": \"\"}                       | drop_ins/a.txt",
        "\"drop_ins\": {\".conf\": \"\"}                       | drop_ins/.conf",
        "\"drop_ins\": {\"a.conf\": 1}                         | drop_ins/a.conf",
        "\"adopt\": true                                       | name",
        "\"drop_ins\": {}                                      | name",
      })
  void what_cannot_be_is_refused_at_its_place(String fields, String at) {
    refused("\"name\": \"a.service\", " + fields, "/resources/0/spec/" + at);
  }

  @Test
  void a_template_has_no_state() throws InvalidDocument {
    refused("\"name\": \"a@.service\", \"state\": \"active\"", "/resources/0/spec/state");
    assertThat(read("\"name\": \"a@b.service\", \"state\": \"active\"")).isNotNull();
  }

  @Test
  void a_masked_unit_may_be_inactive_and_not_enabled() throws InvalidDocument {
    assertThat(
            read(
                "\"name\": \"a.service\", \"masked\": true, \"state\": \"inactive\", \"enabled\":"
                    + " false"))
        .isNotNull();
  }

  @Test
  void two_resources_cannot_claim_the_same_unit() {
    String unit = "{\"id\": \"%s\", \"spec\": {\"kind\": \"SystemdUnit\", \"name\": \"a.service\",";
    String json =
        "{\"generation\": 1, \"resources\": ["
            + unit.formatted("a")
            + "\"enabled\": true}},"
            + unit.formatted("b")
            + "\"state\": \"active\"}}]}";

    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(() -> manifest(json))
        .withMessage("'a.service' is claimed by 'a' too")
        .satisfies(e -> assertThat(e.pointer().text()).isEqualTo("/resources/1/spec/name"));
  }

  private static void refused(String fields, String pointer) {
    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(() -> read(fields))
        .satisfies(e -> assertThat(e.pointer().text()).isEqualTo(pointer));
  }

  private static ResourceSpec read(String fields) throws InvalidDocument {
    return manifest(
            "{\"generation\": 1, \"resources\": [{\"id\": \"a\", \"spec\": {\"kind\":"
                + " \"SystemdUnit\", "
                + fields
                + "}}]}")
        .resources()
        .getFirst()
        .spec();
  }

  private static AgentManifest manifest(String json) throws InvalidDocument {
    return ManifestReader.read(
        new JsonReader().read(json.getBytes(StandardCharsets.UTF_8), "test"));
  }
}
