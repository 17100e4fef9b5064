package io.harmonyagent.core.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContainerSpecReaderTest {
  private static final String DIGEST = "sha256:" + "ab".repeat(32);

  @Test
  void the_smallest_has_sensible_defaults() throws InvalidDocument {
    ContainerSpec spec = read("");

    assertThat(spec.name()).isEqualTo("web");
    assertThat(spec.image())
        .isEqualTo(new ImageSource("r.example/web:1", ImageSource.Pull.MISSING));
    assertThat(spec.network().mode()).isEqualTo(ContainerNetwork.Mode.BRIDGE);
    assertThat(spec.life())
        .isEqualTo(
            new ContainerLife(
                ContainerLife.Restart.ALWAYS,
                Optional.empty(),
                Duration.ofSeconds(60),
                Duration.ofSeconds(10)));
    assertThat(spec.limits())
        .isEqualTo(new ContainerLimits(Optional.empty(), Optional.empty(), Optional.empty()));
    assertThat(spec.adopt()).isFalse();
  }

  @Test
  void everything_can_be_said() throws InvalidDocument {
    ContainerSpec spec =
        read(
            """
            , "name": "shop", "pull": "never", "command": ["/bin/web"], "args": ["-v"],
            "env": {"A": "b"}, "secrets": [{"name": "key", "file": "/etc/key"}],
            "ports": ["8080:80", "127.0.0.1:53:5353/udp", "[::1]:1:2/tcp"],
            "volumes": ["data:/data", "/srv/x:/x:ro"], "tmpfs": {"/tmp": "16Mi"},
            "hostname": "shop", "workdir": "/srv", "user": "1000:1000", "read_only": true,
            "cap_add": ["NET_ADMIN"], "cap_drop": ["ALL"], "devices": ["/dev/gpiomem"],
            "memory": "64Mi", "cpus": 1.5, "pids": 50, "restart": "on-failure",
            "health": {"command": ["/bin/ok"], "interval": "5s", "timeout": "500ms", "retries": 2,
                       "start_period": "1m"},
            "start_timeout": "2m", "stop_timeout": "0s", "labels": {"team": "a"},
            "log_driver": "k8s-file", "adopt": true
            """);

    assertThat(spec.name()).isEqualTo("shop");
    assertThat(spec.network().ports())
        .containsExactly(
            new PortMapping("", 8080, 80, "tcp"),
            new PortMapping("127.0.0.1", 53, 5353, "udp"),
            new PortMapping("::1", 1, 2, "tcp"));
    assertThat(spec.files())
        .isEqualTo(
            new ContainerFiles(
                List.of(new ContainerFiles.Secret("key", "/etc/key")),
                List.of(
                    new VolumeMount("data", "/data", false), new VolumeMount("/srv/x", "/x", true)),
                Map.of("/tmp", 16L << 20),
                true,
                List.of("/dev/gpiomem")));
    assertThat(spec.limits())
        .isEqualTo(
            new ContainerLimits(Optional.of(64L << 20), Optional.of(1500L), Optional.of(50L)));
    assertThat(spec.life().health())
        .contains(
            new HealthCheck(
                List.of("/bin/ok"),
                Duration.ofSeconds(5),
                Duration.ofMillis(500),
                2,
                Duration.ofMinutes(1)));
    assertThat(spec.process().capAdd()).containsExactly("CAP_NET_ADMIN");
    assertThat(spec.process().capDrop()).containsExactly("ALL");
    assertThat(spec.logDriver()).contains(ContainerSpec.LogDriver.K8S_FILE);
  }

  @Test
  void memory_may_be_a_number_of_bytes() throws InvalidDocument {
    assertThat(read(", \"memory\": 67108864").limits().memory()).contains(64L << 20);
    assertThat(read(", \"memory\": \"500M\"").limits().memory()).contains(500_000_000L);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'\"name\": \"-a\"'                                     | /name | beginning with",
        "'\"name\": \"a.previous\"'                             | /name | .previous",
        "'\"pull\": \"Always\"'                                 | /pull | missing, always, never",
        "'\"ports\": [\"80\"]'                                  | /ports | 8080:80",
        "'\"ports\": [\"0:80\"]'                                | /ports | 8080:80",
        "'\"ports\": [\"80:65536\"]'                            | /ports | 8080:80",
        "'\"ports\": [\"300.0.0.1:80:80\"]'                     | /ports | 8080:80",
        "'\"ports\": [\"80:1/tcp\", \"80:2\"]'                  | /ports | twice",
        "'\"ports\": [\"80:1\"], \"network\": \"host\"'         | /ports | bridge",
        "'\"network\": \"macvlan\"'                             | /network | bridge, host, none",
        "'\"volumes\": [\"data\"]'                              | /volumes | data:/data",
        "'\"volumes\": [\"data:data\"]'                         | /volumes | data:/data",
        "'\"volumes\": [\"../x:/data\"]'                        | /volumes | data:/data",
        "'\"volumes\": [\"/a/../b:/data\"]'                     | /volumes | data:/data",
        "'\"volumes\": [\"a:/d\", \"b:/d\"]'                    | /volumes | /d twice",
        "'\"volumes\": [\"a:/d\"], \"tmpfs\": {\"/d\": \"1Mi\"}' | /tmpfs | /d twice",
        "'\"tmpfs\": {\"tmp\": \"1Mi\"}'                        | /tmpfs | absolute",
        "'\"tmpfs\": {\"/tmp\": \"1MB\"}'                       | /tmpfs | 64Mi",
        "'\"secrets\": [{\"name\": \"..\", \"file\": \"/a\"}]'   | /secrets/0/name | letters",
        "'\"secrets\": [{\"name\": \"a\", \"file\": \"a\"}]'     | /secrets/0/file | absolute",
        "'\"workdir\": \"srv\"'                                 | /workdir | absolute",
        "'\"user\": \"a b\"'                                    | /user | 1000",
        "'\"cap_add\": [\"net_admin\"]'                         | /cap_add | NET_ADMIN",
        "'\"cap_add\": [\"KILL\"], \"cap_drop\": [\"CAP_KILL\"]' | /cap_drop | CAP_KILL",
        "'\"devices\": [\"gpiomem\"]'                           | /devices | /dev/gpiomem",
        "'\"memory\": 64'                                       | /memory | unit missing",
        "'\"memory\": \"64MB\"'                                 | /memory | 64Mi",
        "'\"memory\": \"999999999999999Gi\"'                    | /memory | more than",
        "'\"cpus\": 0'                                          | /cpus | from 0.01",
        "'\"cpus\": \"1\"'                                      | /cpus | a number",
        "'\"pids\": 0'                                          | /pids | at least 1",
        "'\"restart\": \"unless-stopped\"'                      | /restart | always, on-failure, no",
        "'\"health\": {}'                                       | /health/command | program",
        "'\"health\": {\"command\": [\"a\"], \"retries\": 0}'    | /health/retries | from 1",
        "'\"health\": {\"command\": [\"a\"], \"interval\": \"0s\"}' | /health/interval | longer",
        "'\"start_timeout\": \"0s\"'                            | /start_timeout | longer",
        "'\"start_timeout\": \"61m\"'                           | /start_timeout | at most 60m",
        "'\"stop_timeout\": \"5\"'                              | /stop_timeout | 500ms",
        "'\"labels\": {\"io.harmonyagent.agent\": \"x\"}'       | /labels | are the agent's",
        "'\"log_driver\": \"syslog\"'                           | /log_driver | journald, k8s-file",
        "'\"hostname\": \"a_b\"'                                | /hostname | letters",
      })
  void a_mistake_is_named_with_its_place(String fields, String pointer, String words) {
    assertThatThrownBy(() -> read(", " + fields))
        .isInstanceOfSatisfying(
            InvalidDocument.class,
            e -> assertThat(e.sentence()).contains("/resources/0/spec" + pointer).contains(words));
  }

  @ParameterizedTest
  @CsvSource({
    "web:1, false",
    "library/web:1, false",
    "r.example/web, false",
    "r.example/web:1, true",
    "r.example/a/b/web:1.2-x_y, true",
    "localhost/web:1, true",
    "registry:5000/web:1, true",
    "r.example/Web:1, false",
    "r.example/web:, false",
    "https://r.example/web:1, false"
  })
  void an_image_names_its_registry_and_a_tag_or_digest(String image, boolean fits) {
    assertThat(isRead(image)).isEqualTo(fits);
  }

  @Test
  void an_image_by_digest_is_not_by_tag() throws InvalidDocument {
    assertThat(isRead("r.example/web@" + DIGEST)).isTrue();
    assertThat(isRead("r.example/web:1@" + DIGEST)).isFalse();
    assertThat(new ImageSource("r/web@" + DIGEST, ImageSource.Pull.MISSING).isByTag()).isFalse();
    assertThat(read("").image().isByTag()).isTrue();
  }

  @Test
  void no_value_of_the_environment_stands_in_a_complaint_or_in_a_log() throws InvalidDocument {
    assertThatThrownBy(() -> read(", \"env\": {\"TOKEN\": \"hunter2\\u0000\"}"))
        .isInstanceOfSatisfying(
            InvalidDocument.class,
            e -> assertThat(e.sentence()).contains("TOKEN").doesNotContain("hunter2"));
    ContainerSpec spec =
        read(", \"env\": {\"TOKEN\": \"hunter2\"}, \"labels\": {\"a\": \"hunter2\"}");
    assertThat(spec.toString()).doesNotContain("hunter2");
    assertThat(spec.process().toString()).contains("TOKEN").doesNotContain("hunter2");
  }

  @Test
  void two_containers_cannot_have_one_name() {
    String one = "{\"kind\": \"Container\", \"image\": \"r.example/web:1\"";
    String manifest =
        "{\"generation\": 1, \"resources\": [{\"id\": \"web\", \"spec\": "
            + one
            + "}}, {\"id\": \"b\", \"spec\": "
            + one
            + ", \"name\": \"web\"}}]}";

    assertThatThrownBy(() -> manifest(manifest))
        .isInstanceOfSatisfying(
            InvalidDocument.class,
            e ->
                assertThat(e.sentence())
                    .contains("/resources/1/spec/name")
                    .contains("'web' is claimed by 'web' too"));
  }

  @Test
  void two_containers_cannot_have_one_port() {
    assertThat(readsWithPorts("8080:80", "8081:80")).isEmpty();
    assertThat(readsWithPorts("8080:80", "8080:80/udp")).isEmpty();
    assertThat(readsWithPorts("127.0.0.1:8080:80", "127.0.0.2:8080:80")).isEmpty();
    assertThat(readsWithPorts("127.0.0.1:8080:80", "8080:81"))
        .hasValueSatisfying(
            sentence ->
                assertThat(sentence)
                    .contains("/resources/1/spec/ports")
                    .contains("port 8080/tcp of the device is claimed by 'a' too"));
  }

  private static Optional<String> readsWithPorts(String one, String other) {
    String container =
        "{\"id\": \"%s\", \"spec\": {\"kind\": \"Container\", \"image\": \"r.example/web:1\","
            + " \"ports\": [\"%s\"]}}";
    String resources = container.formatted("a", one) + "," + container.formatted("b", other);
    try {
      manifest("{\"generation\": 1, \"resources\": [" + resources + "]}");
      return Optional.empty();
    } catch (InvalidDocument e) {
      return Optional.of(e.sentence());
    }
  }

  private static boolean isRead(String image) {
    try {
      read("", image);
      return true;
    } catch (InvalidDocument e) {
      return false;
    }
  }

  private static ContainerSpec read(String more) throws InvalidDocument {
    return read(more, "r.example/web:1");
  }

  private static ContainerSpec read(String more, String image) throws InvalidDocument {
    return (ContainerSpec)
        manifest(
                "{\"generation\": 1, \"resources\": [{\"id\": \"web\", \"spec\": {\"kind\": \"Container\","
                    + " \"image\": \""
                    + image
                    + "\""
                    + more
                    + "}}]}")
            .resources()
            .getFirst()
            .spec();
  }

  private static AgentManifest manifest(String json) throws InvalidDocument {
    return ManifestReader.read(new JsonReader().read(json.getBytes(UTF_8), "test"));
  }
}
