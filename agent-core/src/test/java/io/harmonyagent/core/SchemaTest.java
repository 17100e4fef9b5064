package io.harmonyagent.core;

import static io.harmonyagent.core.SchemaCheck.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.harmonyagent.core.config.AgentConfig;
import io.harmonyagent.core.config.ConfigFiles;
import io.harmonyagent.core.config.MeshConfig;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.AgentManifest;
import io.harmonyagent.core.manifest.AgentRelease;
import io.harmonyagent.core.manifest.ContainerFiles;
import io.harmonyagent.core.manifest.ContainerLife;
import io.harmonyagent.core.manifest.ContainerLimits;
import io.harmonyagent.core.manifest.ContainerNetwork;
import io.harmonyagent.core.manifest.ContainerProcess;
import io.harmonyagent.core.manifest.ContainerSpec;
import io.harmonyagent.core.manifest.DetachedSignature;
import io.harmonyagent.core.manifest.FileSpec;
import io.harmonyagent.core.manifest.HealthCheck;
import io.harmonyagent.core.manifest.ImageSource;
import io.harmonyagent.core.manifest.ManagedResource;
import io.harmonyagent.core.manifest.ManifestReader;
import io.harmonyagent.core.manifest.OnDelete;
import io.harmonyagent.core.manifest.PostgresSiteSpec;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.manifest.ResourceSpec;
import io.harmonyagent.core.manifest.SystemdUnitSpec;
import io.harmonyagent.core.manifest.UnknownSpec;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.Condition;
import io.harmonyagent.core.status.Drift;
import io.harmonyagent.core.status.FailedBuild;
import io.harmonyagent.core.status.Heartbeat;
import io.harmonyagent.core.status.Rejection;
import io.harmonyagent.core.status.ResourceDetails;
import io.harmonyagent.core.status.ResourceError;
import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.core.status.ResourceStatus;
import io.harmonyagent.core.status.StatusReader;
import io.harmonyagent.core.status.StatusWriter;
import io.harmonyagent.core.status.UpdateStatus;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Holds the JSON Schemas against the Java types, readers and writers (ADR-023, decision 2): a field
 * that is in one of them only is an error.
 */
class SchemaTest {
  private static final String HASH = "ab".repeat(32);
  private static final String SIGNATURE =
      "{ \"key_id\": \"ops\", \"alg\": \"ed25519\", \"value\": \"" + "A".repeat(86) + "==\" }";
  private static final Instant TIME = Instant.parse("2026-01-31T12:00:00.250Z");

  /** Asks a reader; the answer does not matter, only whether there is one. */
  @FunctionalInterface
  private interface Reader {
    void read(Node document) throws InvalidDocument;
  }

  @Nested
  class OfTheManifest {
    private static final String LARGEST =
        """
        { "generation": 42, "rollback": true,
          "resources": [
            { "id": "b", "depends_on": ["a"], "restart_on": ["a"],
              "spec": { "kind": "File", "path": "/etc/b", "mode": "0600", "owner": "root", "group": "0",
                        "content": { "inline": "x" }, "adopt": true, "on_delete": "restore" } },
            { "id": "a", "spec": { "kind": "File", "path": "/etc/a", "content": { "base64": "" } } },
            { "id": "c", "spec": { "kind": "SystemdUnit", "name": "a@b.service", "enabled": true,
                        "state": "active", "masked": false, "content": "[Service]",
                        "drop_ins": { "10-a.conf": "[Service]" }, "adopt": true } },
            { "id": "d",
              "spec": { "kind": "Container", "name": "web", "image": "r.example/web:v1", "pull": "always",
                        "command": ["a"], "args": ["b"], "env": { "A": "b" },
                        "secrets": [{ "name": "key", "file": "/etc/key" }], "ports": ["8080:80/tcp"],
                        "volumes": ["data:/data"], "tmpfs": { "/tmp": "16Mi" }, "network": "bridge",
                        "hostname": "web", "workdir": "/srv", "user": "1000", "read_only": true,
                        "cap_add": ["NET_ADMIN"], "cap_drop": ["ALL"], "devices": ["/dev/gpiomem"],
                        "memory": "64Mi", "cpus": 0.5, "pids": 50, "restart": "on-failure",
                        "health": { "command": ["ok"], "interval": "30s", "timeout": "5s", "retries": 3,
                                    "start_period": "0s" },
                        "start_timeout": "60s", "stop_timeout": "10s", "labels": { "a": "b" },
                        "log_driver": "journald", "adopt": true } },
            { "id": "e", "spec": { "kind": "File", "path": "/etc/e", "content": { "artifact": {
                "sha256": "abababababababababababababababababababababababababababababababab", "size": 0 } } } },
            { "id": "f", "spec": { "kind": "File", "path": "/etc/f", "content": { "directory": {} } } },
            { "id": "g", "spec": { "kind": "File", "path": "/etc/g", "content": { "symlink": "f" } } },
            { "id": "h",
              "spec": { "kind": "PostgresSite", "cluster": "shop", "site": "a",
                        "peer": { "site": "b", "host": "b.example", "port": 5433 }, "version": "15",
                        "debian_cluster": "main", "port": 5433, "listen": ["*"],
                        "allow": ["10.0.0.0/8"], "http": "*:8008", "memory": "512Mi", "cpus": 2,
                        "tls": { "ca": "/etc/ca.pem", "certificate": "/etc/a.pem", "key": "/etc/a.key" } } },
            { "id": "i",
              "spec": { "kind": "PostgresSite", "cluster": "farm", "site": "a",
                        "peer": { "site": "b", "host": "b.example" }, "version": "15",
                        "data_directory": "/var/lib/farm",
                        "tls": { "ca": "/etc/ca.pem", "certificate": "/etc/a.pem", "key": "/etc/a.key" } } } ],
          "agent": { "version": "1.4.0", "artifact": "sha256:%s", "size": 1, "downgrade": true,
                     "signature": %s },
          "signature": %s }
        """
            .formatted(HASH, SIGNATURE, SIGNATURE);

    private final SchemaCheck schema = SchemaCheck.of("agent-manifest");

    @Test
    void has_a_property_for_every_field_of_the_types() {
      assertThat(schema.propertiesOf(""))
          .isEqualTo(without(fields(AgentManifest.class), "ignored_fields"));
      assertThat(schema.propertiesOf("release"))
          .isEqualTo(with(without(fields(AgentRelease.class), "sha256"), "artifact"));
      assertThat(schema.propertiesOf("signature"))
          .isEqualTo(with(fields(DetachedSignature.class), "alg"));
      assertThat(schema.propertiesOf("resource"))
          .isEqualTo(without(fields(ManagedResource.class), "spec_hash"));
      assertThat(schema.propertiesOf("File")).isEqualTo(with(fields(FileSpec.class), "kind"));
      assertThat(schema.propertiesOf("SystemdUnit"))
          .isEqualTo(with(fields(SystemdUnitSpec.class), "kind"));
      assertThat(schema.propertiesOf("Container")).isEqualTo(fieldsOfAContainer());
      assertThat(schema.propertiesOf("PostgresSite"))
          .isEqualTo(with(fields(PostgresSiteSpec.class), "kind"));
      assertThat(schema.propertiesOf("peer")).isEqualTo(fields(PostgresSiteSpec.Peer.class));
      assertThat(schema.propertiesOf("tls")).isEqualTo(fields(PostgresSiteSpec.Tls.class));
      assertThat(schema.propertiesOf("health")).isEqualTo(fields(HealthCheck.class));
      assertThat(schema.propertiesOf("secret")).isEqualTo(fields(ContainerFiles.Secret.class));
    }

    /** On the wire its parts lie side by side. */
    private static Set<String> fieldsOfAContainer() {
      Set<String> all = without(fields(ContainerSpec.class), "process", "files", "limits", "life");
      all.addAll(without(fields(ImageSource.class), "reference"));
      all.addAll(fields(ContainerProcess.class));
      all.addAll(fields(ContainerFiles.class));
      all.addAll(without(fields(ContainerNetwork.class), "mode"));
      all.addAll(fields(ContainerLimits.class));
      all.addAll(fields(ContainerLife.class));
      return with(all, "kind");
    }

    @Test
    void has_a_definition_for_every_kind() {
      for (Class<?> spec : ResourceSpec.class.getPermittedSubclasses()) {
        if (spec != UnknownSpec.class) {
          assertThat(schema.propertiesOf(spec.getSimpleName().replace("Spec", ""))).isNotEmpty();
        }
      }
    }

    @Test
    void knows_what_the_reader_asks_for_and_nothing_else() throws InvalidDocument {
      Spy spy = new Spy();
      Node document = json(LARGEST);

      AgentManifest manifest = ManifestReader.read(spy.on(document));

      assertThat(manifest.ignoredFields()).isZero();
      assertThat(schema.complaints(json(LARGEST))).isEmpty();
      assertThat(schema.complaints(json(LARGEST), "on_the_mesh")).isEmpty();
      assertThat(schema.seenProperties()).isEqualTo(schema.allProperties());
      assertThat(spy.askedAt("")).isEqualTo(schema.propertiesOf(""));
      assertThat(spy.askedAt("/resources/0")).isEqualTo(schema.propertiesOf("resource"));
      assertThat(spy.askedAt("/resources/0/spec")).isEqualTo(schema.propertiesOf("File"));
      assertThat(spy.askedAt("/agent")).isEqualTo(schema.propertiesOf("release"));
      assertThat(spy.askedAt("/agent/signature")).isEqualTo(schema.propertiesOf("signature"));
      assertThat(spy.askedAt("/signature")).isEqualTo(schema.propertiesOf("signature"));
      assertThat(spy.askedAt("/resources/0/spec/content"))
          .isEqualTo(schema.propertiesOf("content"));
      assertThat(spy.askedAt("/resources/4/spec/content/artifact"))
          .isEqualTo(schema.propertiesOf("artifact"));
      assertThat(spy.askedAt("/resources/2/spec")).isEqualTo(schema.propertiesOf("SystemdUnit"));
      assertThat(spy.askedAt("/resources/3/spec")).isEqualTo(schema.propertiesOf("Container"));
      assertThat(spy.askedAt("/resources/3/spec/health")).isEqualTo(schema.propertiesOf("health"));
      assertThat(spy.askedAt("/resources/3/spec/secrets/0"))
          .isEqualTo(schema.propertiesOf("secret"));
      assertThat(spy.askedAt("/resources/7/spec")).isEqualTo(schema.propertiesOf("PostgresSite"));
    }

    @Test
    void has_the_readers_patterns_of_sites() {
      sameAnswers(7, "cluster", samples("aZ0-_", 3));
      sameAnswers(7, "cluster", List.of("a".repeat(40), "a".repeat(41)));
      sameAnswers(7, "site", samples("Zz0-_.", 2));
      sameAnswers(7, "version", List.of("14", "15", "17", "19", "20", "15.3", ""));
      sameAnswers(7, "debian_cluster", samples("aZ0-_/", 3));
      sameAnswers(8, "data_directory", samples("/.a ", 3));
      sameAnswers("/resources/7/spec/peer", "host", samples("a1.-", 3));
      sameAnswers(
          "/resources/7/spec/peer", "host", List.of("10.0.0.1", "b.example", "x".repeat(254)));
      sameAnswers("/resources/7/spec/tls", "key", samples("/.a", 3));
      sameAnswers(
          7,
          "http",
          List.of("*:8008", "[::1]:1", "127.0.0.1:65535", "1.2.3.4:65536", "a:1", "*:0", ":80"));
    }

    @Test
    void has_the_policies_of_deletion() {
      assertThat(schema.enumOf("File", "on_delete"))
          .isEqualTo(
              Arrays.stream(OnDelete.values()).map(OnDelete::wireName).collect(Collectors.toSet()));
    }

    @Test
    void wants_one_content_and_no_mode_for_a_link() {
      for (String content :
          List.of(
              "{}",
              "{ \"inline\": \"\", \"base64\": \"\" }",
              "{ \"directory\": {}, \"symlink\": \"x\" }",
              "{ \"directory\": 1 }",
              "{ \"symlink\": \"x\" }")) {
        Node document = json(LARGEST.replace("{ \"inline\": \"x\" }", content));
        assertThat(schema.complaints(document)).as(content).isNotEmpty();
        assertThat(isRead(document, ManifestReader::read)).as(content).isFalse();
      }
    }

    @Test
    void requires_what_the_reader_requires() {
      assertThat(needed(json(LARGEST), ManifestReader::read))
          .isEqualTo(
              with(
                  neededBySchema(json(LARGEST), schema::complaints),
                  neededBySchema(json(LARGEST), d -> schema.complaints(d, "on_the_mesh"))
                      .toArray(String[]::new)))
          .contains("/generation", "/resources/0/spec/content/inline");
    }

    @Test
    void needs_no_generation_in_a_file() {
      assertThat(needed(json(LARGEST), ManifestReader::readStatic))
          .isEqualTo(neededBySchema(json(LARGEST), schema::complaints));
    }

    @Test
    void has_the_readers_patterns() {
      assertThat(samples("aZ0-_.é\n", 3))
          .allSatisfy(
              text -> {
                assertThat(schema.patternOf("resource", "id").matcher(text).find())
                    .as("id '%s'", text)
                    .isEqualTo(ResourceId.isValid(text));
              });
      sameAnswers(0, "mode", samples("078", 4));
      sameAnswers(0, "path", samples("/.a\n", 4));
      sameAnswers(
          0, "path", List.of("/" + "a".repeat(255), "/" + "a".repeat(256), "/a/.b", "/a/..b"));
      sameAnswers(
          0, "path", List.of("/a".repeat(2047), "/a".repeat(2047) + "b", "/a".repeat(2048)));
      sameAnswers(0, "owner", samples("a ", 2));
      sameAnswers("/resources/1/spec/content", "base64", samples("a= ", 5));
      sameAnswers("/resources/1/spec/content", "base64", List.of("YQ==\nYWI=", "YWJj\n", "-_-_"));
      sameAnswers("/resources/4/spec/content/artifact", "sha256", samples("aF", 2));
      sameAnswers("/resources/6/spec/content", "symlink", samples("/.a\0", 3));
    }

    @Test
    void has_the_readers_patterns_of_releases_and_signatures() {
      sameAnswers("/agent", "version", samples("1a.+ ", 3));
      sameAnswers("/agent", "version", List.of("1".repeat(63), "1".repeat(64)));
      sameAnswers("/agent", "artifact", List.of(HASH, "sha256:" + HASH, "sha256:" + HASH + "0"));
      sameAnswers("/signature", "key_id", samples("a.-_/", 2));
      sameAnswers("/signature", "alg", List.of("ed25519", "none", ""));
      sameAnswers("/signature", "value", List.of("", "A".repeat(88), "A".repeat(86) + "=="));
    }

    @Test
    void has_the_readers_patterns_of_units() {
      List<String> stems = samples("a@\\.-:_ /\n", 3);
      sameAnswers(2, "name", stems.stream().map(stem -> stem + "1.service").toList());
      sameAnswers(2, "name", samples("a@.", 3));
      sameAnswers(2, "name", List.of("a.timer", "a.scope", "a.device", "a.service\n", "a.Service"));
      sameAnswers(2, "name", List.of("a".repeat(247) + ".service", "a".repeat(248) + ".service"));
      sameAnswers(2, "state", List.of("active", "inactive", "failed", "", "Active"));
      sameAnswers(2, "content", samples("[a]\n ", 4));
      for (String name : samples("a.-@:_/\n", 3)) {
        Node document = json(LARGEST);
        entries(document, "/resources/2/spec/drop_ins")
            .put(name + ".conf", new Node.Text(document.place(), ""));
        assertThat(schema.complaints(document).isEmpty())
            .as("drop-in '%s.conf'", name)
            .isEqualTo(isRead(document, ManifestReader::read));
      }
    }

    @Test
    void has_the_patterns_of_containers() {
      String digest = "@sha256:" + HASH;
      sameAnswers(3, "name", samples("a.-_/", 3));
      sameAnswers(3, "name", List.of("a.previous", "a".repeat(128), "a".repeat(129)));
      sameAnswers(3, "image", List.of("web:1", "r.x/web", "r.x/web:1", "r.x/Web:1", "r.x/a/b:1"));
      sameAnswers(3, "image", List.of("r:5000/web:1", "localhost/web:1", "r.x/web" + digest));
      sameAnswers(3, "image", List.of("r.x/web:1" + digest, "r.x/web@sha256:ab", "r.x/web:"));
      sameAnswers(3, "user", samples("a1:", 3));
      sameAnswers(3, "hostname", samples("a.-", 3));
      sameAnswers(3, "memory", List.of("64Mi", "1Gi", "500M", "64MB", "Mi", "64 Mi", "2000000"));
      sameAnswers(3, "start_timeout", List.of("0s", "1s", "1ms", "5", "s", "59m", "-1s"));
      sameAnswers(3, "stop_timeout", List.of("0s", "1s", "1ms", "5", "s", "59m"));
    }

    private void sameAnswers(int resource, String property, List<String> texts) {
      sameAnswers("/resources/" + resource + "/spec", property, texts);
    }

    private void sameAnswers(String object, String property, List<String> texts) {
      for (String text : texts) {
        Node document = json(LARGEST);
        entries(document, object).put(property, new Node.Text(document.place(), text));
        assertThat(schema.complaints(document).isEmpty())
            .as("%s '%s'", property, text)
            .isEqualTo(isRead(document, ManifestReader::read));
      }
    }
  }

  @Nested
  class OfTheStatus {
    private final SchemaCheck schema = SchemaCheck.of("agent-status");

    /** Absent lists are empty ones to the reader, and an absent message is an empty one. */
    private static final Pattern LENIENT =
        Pattern.compile(
            "/(resources|conditions|rejected|rejected/generation|conditions/[0-9]+/message|update|update/failed)");

    @Test
    void has_a_property_for_every_field_of_the_types() {
      Set<String> ofResources = fields(ResourceStatus.class);
      for (Class<?> state : ResourceState.class.getPermittedSubclasses()) {
        ofResources.addAll(fields(state));
      }
      assertThat(schema.propertiesOf("")).isEqualTo(fields(AgentStatus.class));
      assertThat(schema.propertiesOf("resource_status")).isEqualTo(ofResources);
      assertThat(schema.propertiesOf("error")).isEqualTo(fields(ResourceError.class));
      assertThat(schema.propertiesOf("drift")).isEqualTo(fields(Drift.class));
      assertThat(schema.propertiesOf("rejection")).isEqualTo(fields(Rejection.class));
      assertThat(schema.propertiesOf("update")).isEqualTo(fields(UpdateStatus.class));
      assertThat(schema.propertiesOf("failed_build")).isEqualTo(fields(FailedBuild.class));
      assertThat(schema.propertiesOf("condition"))
          .isEqualTo(with(without(fields(Condition.class), "holds"), "status"));
      for (Class<?> details : ResourceDetails.class.getPermittedSubclasses()) {
        assertThat(schema.propertiesOf(details.getSimpleName())).isEqualTo(fields(details));
      }
    }

    @Test
    void names_every_state_and_condition() {
      assertThat(schema.enumOf("resource_status", "state"))
          .isEqualTo(
              Arrays.stream(ResourceState.class.getPermittedSubclasses())
                  .map(Class::getSimpleName)
                  .collect(Collectors.toSet()));
      assertThat(schema.enumOf("update", "state"))
          .isEqualTo(
              Arrays.stream(UpdateStatus.State.values())
                  .map(UpdateStatus.State::wireName)
                  .collect(Collectors.toSet()));
      assertThat(schema.enumOf("condition", "type"))
          .isEqualTo(
              Arrays.stream(Condition.Type.values())
                  .map(Condition.Type::wireName)
                  .collect(Collectors.toSet()));
    }

    @Test
    void knows_what_is_written_and_nothing_else() {
      for (AgentStatus status : List.of(smallest(), largest())) {
        Node document = StatusWriter.toNode(status);
        assertThat(schema.strictComplaints(document)).isEmpty();
      }
      assertThat(schema.seenProperties()).isEqualTo(schema.allProperties());
    }

    @Test
    void requires_what_is_always_written() {
      Set<String> always = new TreeSet<>(object(StatusWriter.toNode(smallest())).keySet());
      assertThat(schema.requiredOf("")).isEqualTo(always);
    }

    @Test
    void knows_what_the_reader_asks_for_and_nothing_else() throws InvalidDocument {
      Spy spy = new Spy();

      AgentStatus read = StatusReader.read(spy.on(StatusWriter.toNode(largest())));

      assertThat(read).isEqualTo(largest());
      assertThat(spy.askedAt("")).isEqualTo(schema.propertiesOf(""));
      assertThat(spy.askedBelow("/resources")).isEqualTo(schema.propertiesOf("resource_status"));
      assertThat(spy.askedAt("/resources/failed/error")).isEqualTo(schema.propertiesOf("error"));
      assertThat(spy.askedAt("/resources/ready/details"))
          .isEqualTo(schema.propertiesOf("FileDetails"));
      assertThat(spy.askedAt("/resources/unit/details"))
          .isEqualTo(schema.propertiesOf("UnitDetails"));
      assertThat(spy.askedAt("/resources/web/details"))
          .isEqualTo(schema.propertiesOf("ContainerDetails"));
      assertThat(spy.askedAt("/resources/shop/details"))
          .isEqualTo(schema.propertiesOf("SiteDetails"));
      assertThat(spy.askedAt("/resources/ready/last_drift"))
          .isEqualTo(schema.propertiesOf("drift"));
      assertThat(spy.askedAt("/conditions/0")).isEqualTo(schema.propertiesOf("condition"));
      assertThat(spy.askedAt("/rejected")).isEqualTo(schema.propertiesOf("rejection"));
      assertThat(spy.askedAt("/update")).isEqualTo(schema.propertiesOf("update"));
      assertThat(spy.askedAt("/update/failed/0")).isEqualTo(schema.propertiesOf("failed_build"));
    }

    @Test
    void requires_what_the_reader_requires() {
      Node document = StatusWriter.toNode(largest());
      Set<String> bySchema = neededBySchema(document, schema::complaints);
      bySchema.removeIf(LENIENT.asMatchPredicate());
      assertThat(needed(document, StatusReader::read)).isEqualTo(bySchema);
    }

    @Test
    void has_the_patterns_of_the_ids() {
      assertThat(samples("aZ0-_.é\n", 3))
          .allSatisfy(
              text -> {
                assertThat(schema.patternOf("", "agent_id").matcher(text).find())
                    .as("agent id '%s'", text)
                    .isEqualTo(AgentId.isValid(text));
              });
    }

    private static AgentStatus smallest() {
      return new AgentStatus(
          new AgentId("pi"),
          "1",
          "aarch64",
          "boot",
          0,
          0,
          0,
          new TreeMap<>(),
          List.of(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }

    private static AgentStatus largest() {
      TreeMap<ResourceId, ResourceStatus> resources = new TreeMap<>();
      List<ResourceState> states =
          List.of(
              new ResourceState.Pending(),
              new ResourceState.Blocked("a, b"),
              new ResourceState.Reconciling("becomes healthy"),
              new ResourceState.Ready(new ResourceDetails.FileDetails("/a", HASH, 3)),
              new ResourceState.Failed(new ResourceError("IoError", "no"), 1, TIME),
              new ResourceState.UnknownResource(),
              new ResourceState.Deleting());
      for (ResourceState state : states) {
        boolean ready = state instanceof ResourceState.Ready;
        resources.put(
            new ResourceId(state.wireName().toLowerCase(Locale.ROOT)),
            new ResourceStatus(
                FileSpec.KIND,
                state instanceof ResourceState.Deleting ? "" : HASH,
                TIME,
                state,
                ready ? Optional.of(new Drift(TIME, "content", 12)) : Optional.empty()));
      }
      resources.put(
          new ResourceId("unit"),
          new ResourceStatus(
              SystemdUnitSpec.KIND,
              HASH,
              TIME,
              new ResourceState.Ready(
                  new ResourceDetails.UnitDetails(
                      "active", "running", "enabled", 2, Optional.of(77L))),
              Optional.empty()));
      resources.put(
          new ResourceId("web"),
          new ResourceStatus(
              ContainerSpec.KIND,
              HASH,
              TIME,
              new ResourceState.Ready(
                  new ResourceDetails.ContainerDetails("abc", "sha256:" + HASH, 2, "healthy")),
              Optional.empty()));
      resources.put(
          new ResourceId("shop"),
          new ResourceStatus(
              PostgresSiteSpec.KIND,
              HASH,
              TIME,
              new ResourceState.Ready(
                  new ResourceDetails.SiteDetails(
                      "shop",
                      "a",
                      "primary",
                      7,
                      Optional.of("a"),
                      Optional.of(0L),
                      false,
                      Optional.of("PROMOTE"))),
              Optional.empty()));
      return new AgentStatus(
          new AgentId("pi"),
          "1",
          "aarch64",
          "boot",
          7,
          6,
          2,
          resources,
          Arrays.stream(Condition.Type.values())
              .map(type -> new Condition(type, true, "Reason", "message", TIME))
              .toList(),
          Optional.of(new Rejection(Optional.of(8L), "InvalidManifest", "no", "/resources", TIME)),
          Optional.of(
              new UpdateStatus(
                  UpdateStatus.State.REFUSED,
                  "2.0",
                  HASH,
                  "NotProven",
                  "no",
                  List.of(new FailedBuild("2.0", HASH, "NotProven", "no", TIME)))),
          Optional.of(TIME));
    }
  }

  @Nested
  class OfTheHeartbeat {
    private final SchemaCheck schema = SchemaCheck.of("heartbeat");
    private final Heartbeat heartbeat = new Heartbeat(new AgentId("pi"), "1", "boot", TIME);

    @Test
    void has_a_property_for_every_field_of_the_type() {
      assertThat(schema.propertiesOf("")).isEqualTo(fields(Heartbeat.class));
    }

    @Test
    void knows_what_is_written_and_read_and_nothing_else() throws InvalidDocument {
      Spy spy = new Spy();
      Node document = spy.on(heartbeat.toNode());

      assertThat(Heartbeat.read(document)).isEqualTo(heartbeat);

      assertThat(schema.strictComplaints(document)).isEmpty();
      assertThat(object(document).keySet()).isEqualTo(schema.propertiesOf(""));
      assertThat(spy.askedAt("")).isEqualTo(schema.propertiesOf(""));
    }

    @Test
    void requires_what_the_reader_requires() {
      assertThat(needed(heartbeat.toNode(), Heartbeat::read))
          .isEqualTo(neededBySchema(heartbeat.toNode(), schema::complaints));
    }
  }

  @Nested
  class OfTheConfiguration {
    private static final String LARGEST =
        """
        { "podman": { "socket": "/s" }, "images": { "keep_unused": "1h" },
          "trust": { "directory": "/t", "unsigned_manifests": true },
          "update": { "rate": "1Mi", "prove_within": "1m" },
          "agent_id": "pi", "pass_interval": "1m", "events": false, "deadline": "250ms", "heartbeat_interval": "1h",
          "log_level": "debug",
          "nats": { "servers": ["tls://a:1"], "nkey": "/k",
                    "tls": { "ca": "/ca", "cert": "/cert", "key": "/key" } } }
        """;

    private final SchemaCheck schema = SchemaCheck.of("agent-config");
    @TempDir private Path directory;

    @Test
    void has_a_property_for_every_field_of_the_types() {
      assertThat(schema.propertiesOf(""))
          .isEqualTo(with(without(fields(AgentConfig.class), "mesh"), "nats"));
      assertThat(schema.propertiesOf("podman")).isEqualTo(fields(AgentConfig.Podman.class));
      assertThat(schema.propertiesOf("images")).isEqualTo(fields(AgentConfig.Images.class));
      assertThat(schema.propertiesOf("trust")).isEqualTo(fields(AgentConfig.Trust.class));
      assertThat(schema.propertiesOf("update"))
          .isEqualTo(with(without(fields(AgentConfig.Update.class), "rate_bytes"), "rate"));
      assertThat(schema.propertiesOf("nats")).isEqualTo(fields(MeshConfig.class));
      assertThat(schema.propertiesOf("tls"))
          .isEqualTo(with(without(fields(MeshConfig.Tls.class), "identity"), "cert", "key"));
    }

    @Test
    void knows_what_the_reader_knows_and_nothing_else() throws Exception {
      Node withNkey = json(LARGEST);
      Node withCredentials = json(LARGEST.replace("nkey", "credentials"));
      for (Node document : List.of(withNkey, withCredentials)) {
        assertThat(schema.complaints(document)).isEmpty();
        load(document);
      }
      assertThat(schema.seenProperties()).isEqualTo(schema.allProperties());

      Node unknown = json(LARGEST.replace("\"deadline\"", "\"dead_line\""));
      assertThat(schema.complaints(unknown))
          .containsExactly("the document has unknown [dead_line]");
      assertThatThrownBy(() -> load(unknown)).hasMessage("is not a key that we know");
    }

    @Test
    void names_the_log_levels() {
      assertThat(schema.enumOf("", "log_level"))
          .isEqualTo(
              Arrays.stream(AgentConfig.LogLevel.values())
                  .map(level -> level.name().toLowerCase(Locale.ROOT))
                  .collect(Collectors.toSet()));
    }

    @Test
    void has_an_environment_variable_for_every_key() throws Exception {
      for (Node document : List.of(json(LARGEST), json(LARGEST.replace("nkey", "credentials")))) {
        Map<String, String> environment = new LinkedHashMap<>();
        for (String leaf : leaves(document, "")) {
          String key = leaf.replaceFirst("/0$", "").replace('/', '_').toUpperCase(Locale.ROOT);
          Node value = at(document, leaf);
          environment.put(
              "HARMONY" + key,
              value instanceof Node.Flag flag
                  ? String.valueOf(flag.value())
                  : ((Node.Text) value).value());
        }

        AgentConfig fromEnvironment =
            new ConfigFiles(directory.resolve("none"), environment).load();

        assertThat(fromEnvironment).isEqualTo(load(document));
      }
    }

    @Test
    void has_the_readers_patterns() {
      sameAnswers("/deadline", samples("01ms", 3));
      sameAnswers("/deadline", List.of("1m", "1h", "999999999ms", "1000000000ms", "0ms", "00s"));
      sameAnswers("/nats/nkey", samples("/a", 2));
      sameAnswers("/agent_id", samples("a-_", 2));
      sameAnswers("/update/rate", samples("01KMi", 4));
      for (String server :
          List.of(
              "tls://a", "tls://", "nats:/a", "http://a", "tls://a/b", "tls://u@a", "tls://a b")) {
        String document = LARGEST.replace("tls://a:1", server);
        assertThat(schema.complaints(json(document)).isEmpty())
            .as(server)
            .isEqualTo(isLoaded(json(document)));
      }
    }

    private void sameAnswers(String pointer, List<String> texts) {
      for (String text : texts) {
        Node document = json(LARGEST);
        int slash = pointer.lastIndexOf('/');
        entries(document, pointer.substring(0, slash))
            .put(pointer.substring(slash + 1), new Node.Text(document.place(), text));
        assertThat(schema.complaints(document).isEmpty())
            .as("%s '%s'", pointer, text)
            .isEqualTo(isLoaded(document));
      }
    }

    private boolean isLoaded(Node document) {
      try {
        load(document);
        return true;
      } catch (InvalidDocument | IOException e) {
        return false;
      }
    }

    private AgentConfig load(Node document) throws InvalidDocument, IOException {
      Files.write(directory.resolve("config.yaml"), JsonWriter.compact(document));
      return new ConfigFiles(directory, Map.of()).load();
    }
  }

  /** Remembers which keys a reader asked for, by the pointer of the object. */
  private static final class Spy {
    private final Map<String, Set<String>> asked = new TreeMap<>();

    private static final class Entries extends LinkedHashMap<String, Node> {
      private static final long serialVersionUID = 1L;
      private final transient Set<String> keys;

      private Entries(Set<String> keys) {
        this.keys = keys;
      }

      @Override
      public Node get(Object key) {
        keys.add((String) key);
        return super.get(key);
      }
    }

    /** The same document, watched. */
    Node on(Node node) {
      return on(node, "");
    }

    Set<String> askedAt(String pointer) {
      return asked.getOrDefault(pointer, Set.of());
    }

    /** What was asked of any of the objects right below. */
    Set<String> askedBelow(String pointer) {
      Pattern child = Pattern.compile(Pattern.quote(pointer) + "/[^/]+");
      return asked.entrySet().stream()
          .filter(entry -> child.matcher(entry.getKey()).matches())
          .flatMap(entry -> entry.getValue().stream())
          .collect(Collectors.toSet());
    }

    private Node on(Node node, String pointer) {
      return switch (node) {
        case Node.Mapping mapping -> {
          Entries entries = new Entries(asked.computeIfAbsent(pointer, _ -> new TreeSet<>()));
          mapping
              .entries()
              .forEach((key, child) -> entries.put(key, on(child, pointer + "/" + key)));
          yield new Node.Mapping(mapping.place(), entries);
        }
        case Node.Sequence sequence -> {
          List<Node> items = new ArrayList<>();
          for (Node item : sequence.items()) {
            items.add(on(item, pointer + "/" + items.size()));
          }
          yield new Node.Sequence(sequence.place(), items);
        }
        case Node.Text _, Node.Numeral _, Node.Flag _, Node.Nothing _ -> node;
      };
    }
  }

  /** The properties without which the reader refuses the document, by their pointers. */
  private static Set<String> needed(Node document, Reader reader) {
    return neededBy(document, without -> !isRead(without, reader));
  }

  private static Set<String> neededBySchema(
      Node document, Function<Node, List<String>> complaints) {
    return neededBy(document, without -> !complaints.apply(without).isEmpty());
  }

  private static Set<String> neededBy(Node document, Predicate<Node> refuses) {
    Set<String> needed = new TreeSet<>();
    for (String pointer : properties(document, "")) {
      int slash = pointer.lastIndexOf('/');
      Node copy = json(new String(JsonWriter.compact(document), UTF_8));
      entries(copy, pointer.substring(0, slash)).remove(pointer.substring(slash + 1));
      if (refuses.test(copy)) {
        needed.add(pointer);
      }
    }
    return needed;
  }

  private static boolean isRead(Node document, Reader reader) {
    try {
      reader.read(document);
      return true;
    } catch (InvalidDocument e) {
      return false;
    }
  }

  /** Pointers to all properties of all objects. */
  private static List<String> properties(Node node, String pointer) {
    return switch (node) {
      case Node.Mapping mapping ->
          mapping.entries().entrySet().stream()
              .flatMap(
                  entry -> {
                    String at = pointer + "/" + entry.getKey();
                    return Stream.concat(Stream.of(at), properties(entry.getValue(), at).stream());
                  })
              .toList();
      case Node.Sequence sequence -> {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < sequence.items().size(); i++) {
          all.addAll(properties(sequence.items().get(i), pointer + "/" + i));
        }
        yield all;
      }
      case Node.Text _, Node.Numeral _, Node.Flag _, Node.Nothing _ -> List.of();
    };
  }

  /** Pointers to all values that are neither objects nor lists. */
  private static List<String> leaves(Node node, String pointer) {
    return switch (node) {
      case Node.Mapping mapping ->
          mapping.entries().entrySet().stream()
              .flatMap(entry -> leaves(entry.getValue(), pointer + "/" + entry.getKey()).stream())
              .toList();
      case Node.Sequence sequence -> {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < sequence.items().size(); i++) {
          all.addAll(leaves(sequence.items().get(i), pointer + "/" + i));
        }
        yield all;
      }
      case Node.Text _, Node.Numeral _, Node.Flag _, Node.Nothing _ -> List.of(pointer);
    };
  }

  private static Node at(Node node, String pointer) {
    Node at = node;
    for (String name : pointer.split("/", -1)) {
      if (!name.isEmpty()) {
        at =
            at instanceof Node.Sequence sequence
                ? sequence.items().get(Integer.parseInt(name))
                : Optional.ofNullable(object(at).get(name)).orElseThrow();
      }
    }
    return at;
  }

  private static Map<String, Node> entries(Node node, String pointer) {
    return object(at(node, pointer));
  }

  private static Map<String, Node> object(Node node) {
    return ((Node.Mapping) node).entries();
  }

  /** The record's components in the wire's spelling. */
  private static Set<String> fields(Class<?> type) {
    return Arrays.stream(type.getRecordComponents())
        .map(RecordComponent::getName)
        .map(name -> name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> with(Set<String> some, String... more) {
    Set<String> all = new TreeSet<>(some);
    all.addAll(List.of(more));
    return all;
  }

  private static Set<String> without(Set<String> all, String... some) {
    Set<String> rest = new TreeSet<>(all);
    rest.removeAll(List.of(some));
    return rest;
  }

  /** All texts of up to so many of these letters, and longer ones around the limit of ids. */
  private static List<String> samples(String letters, int longest) {
    List<String> all = new ArrayList<>(List.of(""));
    for (int begin = 0, length = 1; length <= longest; length++) {
      int end = all.size();
      for (int i = begin; i < end; i++) {
        for (String letter : letters.split("", -1)) {
          all.add(all.get(i) + letter);
        }
      }
      begin = end;
    }
    for (String letter : letters.split("", -1)) {
      for (int length : new int[] {62, 63, 64}) {
        all.add(letter.repeat(length));
        all.add("a" + letter.repeat(length - 2) + "a");
      }
    }
    return all;
  }
}
