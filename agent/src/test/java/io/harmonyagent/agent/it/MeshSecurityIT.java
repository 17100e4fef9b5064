package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.manifest.Sha256;
import io.harmonyagent.testbed.Certificates;
import io.harmonyagent.testbed.NatsConfig;
import io.harmonyagent.testbed.Testbed;
import io.nats.client.Connection;
import io.nats.client.api.ObjectStoreConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * TLS with our own authority and client certificates, and a server that lets each agent touch its
 * own keys only: what docs/mesh.md says must be enough, is enough.
 */
class MeshSecurityIT {
  private static final String AGENT_PERMISSIONS =
      """
      { user: "CN=%1$s", permissions: {
          publish: { allow: [
            "$KV.harmony_agents.actual-state.%1$s",
            "$KV.harmony_agents.heartbeat.%1$s",
            "$JS.API.DIRECT.GET.KV_harmony_agents.$KV.harmony_agents.desired-state.%1$s",
            "$JS.API.DIRECT.GET.KV_harmony_agents.$KV.harmony_agents.actual-state.%1$s",
            "$JS.API.CONSUMER.CREATE.KV_harmony_agents.*.$KV.harmony_agents.desired-state.%1$s",
            "$JS.API.CONSUMER.DELETE.KV_harmony_agents.>",
            "$JS.API.CONSUMER.INFO.KV_harmony_agents.>",
            "$JS.API.STREAM.INFO.KV_harmony_agents",
            "$JS.API.DIRECT.GET.OBJ_harmony_artifacts",
            "$JS.API.DIRECT.GET.OBJ_harmony_artifacts.$O.harmony_artifacts.M.*",
            "$JS.FC.>" ] },
          subscribe: { allow: ["_INBOX_%1$s.>", "harmony.agent.%1$s.*"] },
          allow_responses: { max: 64, expires: "1m" } } }
      """;

  @RegisterExtension
  static final Testbed bed =
      Testbed.withNats(
          1,
          NatsConfig.plain()
              .tlsMapsUsers()
              .config(
                  "authorization { users: [ { user: \"CN=testbed\" },\n"
                      + AGENT_PERMISSIONS.formatted("alice")
                      + AGENT_PERMISSIONS.formatted("bob")
                      + "] }"));

  private static ControlPlane control;

  @BeforeAll
  static void start_the_mesh() {
    control = ControlPlane.start(bed);
  }

  @Test
  void an_agent_with_the_permissions_of_the_manual_does_its_whole_job() throws Exception {
    Device device = withCertificate("alice", "alice");
    device.startAgent();

    control.want("alice", ControlPlane.oneFile(1, "/etc/alice", "one"));
    control.awaitConverged("alice", 1);
    control.want("alice", ControlPlane.oneFile(2, "/etc/alice", "two"));
    control.awaitConverged("alice", 2);

    control.want("alice", artifact(3, "/etc/alice", new byte[300_000]));
    control.awaitConverged("alice", 3);

    bed.eventually(Duration.ofSeconds(5), () -> control.heartbeat("alice").isPresent());
    assertThat(device.journal()).doesNotContain("Permissions Violation");
  }

  @Test
  void an_agent_cannot_be_another() throws IOException {
    Device impostor = withCertificate("mallory", "bob");
    impostor.pi().write("/etc/harmony-agent/conf.d/50-name.yaml", "agent_id: alice\n");

    impostor.startAgent();

    bed.eventually(
        Duration.ofSeconds(10), () -> impostor.journal().contains("Permissions Violation"));
    assertThat(control.heartbeat("bob")).isEmpty();
  }

  @Test
  void a_server_of_another_authority_is_not_trusted() throws IOException {
    Device device = withCertificate("carol", "alice");
    Certificates others = Certificates.create(Files.createTempDirectory("other-ca"));
    device.pi().write("/etc/harmony-agent/ca.crt", Files.readString(others.authority()));

    device.startAgent();

    bed.eventually(
        Duration.ofSeconds(10), () -> device.journal().contains("cannot reach the mesh"));
    assertThat(device.pi().isActive(Device.UNIT)).isTrue();
  }

  /** A manifest of one file whose content is in the object store, where it is put first. */
  private static String artifact(long generation, String path, byte[] content) throws Exception {
    Connection mesh = bed.nats().connect();
    mesh.objectStoreManagement()
        .create(ObjectStoreConfiguration.builder("harmony_artifacts").build());
    String sha256 = Sha256.hex(content);
    mesh.objectStore("harmony_artifacts").put(sha256, content);
    return """
        {"generation": %d, "resources": [{"id": "file", "spec": {"kind": "File", "path": "%s",
          "content": {"artifact": {"sha256": "%s", "size": %d}}}}]}
        """
        .formatted(generation, path, sha256, content.length);
  }

  private static Device withCertificate(String device, String certificateName) throws IOException {
    Device prepared = Device.prepare(bed, device);
    Certificates.Identity identity = bed.certificates().issue(certificateName);
    prepared
        .pi()
        .write("/etc/harmony-agent/ca.crt", Files.readString(bed.certificates().authority()));
    prepared.pi().write("/etc/harmony-agent/agent.crt", Files.readString(identity.certificate()));
    prepared.pi().write("/etc/harmony-agent/agent.key", Files.readString(identity.key()));
    prepared
        .pi()
        .write(
            "/etc/harmony-agent/conf.d/10-tls.yaml",
            """
        nats:
          servers: ["%s"]
          tls:
            ca: /etc/harmony-agent/ca.crt
            cert: /etc/harmony-agent/agent.crt
            key: /etc/harmony-agent/agent.key
        """
                .formatted(bed.nats().url().replace("nats://", "tls://")));
    return prepared;
  }
}
