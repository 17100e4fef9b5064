package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.agent.selftest.WireEcho;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.ResourceId;
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
import io.harmonyagent.core.status.StatusWriter;
import io.harmonyagent.core.status.UpdateStatus;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Every type of the wire format is read and written inside the native image as it is on the JVM.
 */
class WireFormatIT {
  private static final Instant NOW = Instant.parse("2026-01-31T12:00:00.123Z");

  @Test
  void the_binary_says_of_itself_that_it_works() throws Exception {
    Program selftest = Program.run(Binaries.harmonyAgent(), new byte[0], "selftest");

    assertThat(selftest.out()).doesNotContain("FAILED");
    assertThat(selftest.exitCode()).isZero();
  }

  @Test
  void manifests_with_every_field() throws Exception {
    assertSameInBoth(
        WireEcho.Type.manifest,
        """
        {"generation": 9007199254740993, "rollback": true, "future": {"x": [1, 2.5e3, null, true]},
         "agent": {"version": "2", "size": 1, "downgrade": true, "artifact":
           "sha256:abababababababababababababababababababababababababababababababab"},
         "signature": {"key_id": "k", "alg": "ed25519",
           "value": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=="},
         "resources": [
           {"id": "a", "spec": {"kind": "File", "path": "/é/\\ud83d\\ude00", "mode": "0600",
             "owner": "root", "group": "0", "adopt": true, "on_delete": "restore",
             "content": {"inline": "ü\\u0000\\n"}}},
           {"id": "a1", "spec": {"kind": "File", "path": "/1", "content": {"base64": "AP8="}}},
           {"id": "a2", "spec": {"kind": "File", "path": "/2", "content": {"artifact": {
             "sha256": "abababababababababababababababababababababababababababababababab", "size": 1}}}},
           {"id": "a3", "spec": {"kind": "File", "path": "/3", "content": {"directory": {}}}},
           {"id": "a4", "spec": {"kind": "File", "path": "/4", "content": {"symlink": "../é"}}},
           {"id": "b", "depends_on": ["a"], "restart_on": ["a"], "spec": {"kind": "Later", "y": 1}}]}
        """
            .getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void statuses_with_every_state_condition_and_rejection() throws Exception {
    List<ResourceState> states =
        List.of(
            new ResourceState.Pending(),
            new ResourceState.Blocked("a, b"),
            new ResourceState.Reconciling(),
            new ResourceState.Ready(new ResourceDetails.FileDetails("/x", "ab".repeat(32), 7)),
            new ResourceState.Failed(new ResourceError("Code", "why \"quoted\""), 3, NOW),
            new ResourceState.UnknownResource(),
            new ResourceState.Deleting());
    assertThat(states)
        .extracting(Object::getClass)
        .containsAll(Arrays.asList(ResourceState.class.getPermittedSubclasses()));
    SortedMap<ResourceId, ResourceStatus> resources = new TreeMap<>();
    for (int i = 0; i < states.size(); i++) {
      Optional<Drift> drift =
          i % 2 == 0 ? Optional.empty() : Optional.of(new Drift(NOW, "content", 12));
      resources.put(
          new ResourceId("r" + i), new ResourceStatus("File", "hash", NOW, states.get(i), drift));
    }
    List<Condition> conditions = new ArrayList<>();
    for (Condition.Type type : Condition.Type.values()) {
      conditions.add(new Condition(type, conditions.size() % 2 == 0, "Reason", "message", NOW));
    }
    AgentStatus status =
        new AgentStatus(
            new AgentId("pi_1"),
            "1",
            "aarch64",
            "boot",
            42,
            41,
            3,
            resources,
            conditions,
            Optional.of(new Rejection(Optional.of(43L), "InvalidManifest", "why", "/x/0", NOW)),
            Optional.of(
                new UpdateStatus(
                    UpdateStatus.State.REFUSED,
                    "2.0",
                    "ab".repeat(32),
                    "NotProven",
                    "why",
                    List.of(new FailedBuild("2.0", "ab".repeat(32), "NotProven", "why", NOW)))),
            Optional.of(NOW));

    assertSameInBoth(WireEcho.Type.status, JsonWriter.compact(StatusWriter.toNode(status)));
  }

  @Test
  void heartbeats() throws Exception {
    assertSameInBoth(
        WireEcho.Type.heartbeat,
        JsonWriter.compact(new Heartbeat(new AgentId("a"), "1", "boot", NOW).toNode()));
  }

  private static void assertSameInBoth(WireEcho.Type type, byte[] document) throws Exception {
    String onTheJvm = WireEcho.of(type, document);

    Program inTheImage =
        Program.run(Binaries.harmonyAgent(), document, "selftest", "--echo", type.name());

    assertThat(inTheImage.err()).isEmpty();
    assertThat(inTheImage.out().stripTrailing()).isEqualTo(onTheJvm);
  }
}
