package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.call.CallFailed;
import io.harmonyagent.core.call.LogWish;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.mesh.AgentCall;
import io.harmonyagent.core.mesh.MeshUnavailable;
import io.harmonyagent.testbed.NatsConfig;
import io.harmonyagent.testbed.Testbed;
import io.nats.client.Connection;
import io.nats.client.NKey;
import io.nats.client.Subscription;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Asking an agent directly, on a server that grants what docs/mesh.md says and nothing more: to the
 * agent, to an operator of everything, and to one who may read logs only.
 */
class AgentCallsIT {
  private static final Map<String, NKey> KEYS =
      Map.of("alice", key(), "operator", key(), "reader", key());

  private static final AgentId ALICE = new AgentId("alice");

  /** More than fits into the window of one call, twice over. */
  private static final int LINES = 8_000;

  @RegisterExtension
  static final Testbed bed = Testbed.withNats(1, NatsConfig.plain().config(users()));

  private static ControlPlane control;
  private static Device device;

  @TempDir Path files;

  @BeforeAll
  static void an_agent_with_a_talkative_unit() {
    control = ControlPlane.start(bed);
    device = Device.prepare(bed, "alice");
    device.pi().write("/etc/harmony-agent/agent.nk", seed("alice"));
    device
        .pi()
        .write(
            "/etc/harmony-agent/conf.d/10-user.yaml",
            "nats:\n  servers: [\"%s\"]\n  nkey: /etc/harmony-agent/agent.nk\n"
                .formatted(bed.nats().url()));
    device.startAgent();
    control.want("alice", talkative());
    control.awaitConverged("alice", 1);
    bed.eventually(
        Duration.ofSeconds(10), () -> device.pi().journal("talker").contains("line " + LINES));
  }

  @Test
  void a_long_log_comes_whole_and_in_order() throws Exception {
    Program all = ctl("operator", "logs", "talker", "--agent", "alice", "--tail", "" + LINES);

    assertThat(all.exitCode()).as(all.err()).isZero();
    List<String> lines = all.out().lines().filter(line -> line.contains(" line ")).toList();
    assertThat(lines).hasSizeGreaterThanOrEqualTo(LINES - 5);
    assertThat(lines.getLast()).endsWith("line " + LINES);
    assertThat(device.journal()).doesNotContain("Permissions Violation");
  }

  @Test
  void who_follows_a_log_into_a_pipe_that_is_closed_comes_to_an_end() throws Exception {
    String follow =
        "%s logs talker --agent alice -f --tail %d -s %s --nkey %s | head -1"
            .formatted(
                Binaries.harmonyAgent().resolveSibling("harmonyctl"),
                LINES,
                bed.nats().node(1).relayUrl(),
                Files.writeString(files.resolve("operator"), seed("operator")));

    Program first = Program.run(Path.of("/usr/bin/timeout"), new byte[0], "20", "sh", "-c", follow);

    assertThat(first.exitCode()).as(first.err()).isZero();
    assertThat(first.out().lines()).hasSize(1);
  }

  @Test
  void a_device_says_what_a_manifest_would_change() throws Exception {
    Path manifest =
        Files.writeString(
            files.resolve("m.yaml"),
            "resources: [{id: new, spec: {kind: File, path: /etc/new, content: {inline: x}}}]");

    Program plan = ctl("operator", "plan", "-f", manifest.toString(), "--agent", "alice");

    assertThat(plan.exitCode()).as(plan.err()).isZero();
    assertThat(plan.out()).contains("WillCreate").contains("/etc/new").contains("WillDelete");
    assertThat(device.pi().exists("/etc/new")).isFalse();
  }

  @Test
  void who_may_read_logs_may_not_ask_for_anything_else() throws Exception {
    Path manifest = Files.writeString(files.resolve("m.yaml"), "resources: []");

    assertThat(ctl("reader", "logs", "talker", "--agent", "alice", "--tail", "1").exitCode())
        .isZero();
    Program plan = ctl("reader", "plan", "-f", manifest.toString(), "--agent", "alice");

    assertThat(plan.exitCode()).isEqualTo(3);
    assertThat(plan.err()).contains("may not publish to harmony.agent.alice.plan");
  }

  @Test
  void an_agent_that_is_not_there_is_told_at_once() throws Exception {
    Program nobody = ctl("operator", "logs", "--agent", "nobody");

    assertThat(nobody.exitCode()).isEqualTo(3);
    assertThat(nobody.err()).contains("nobody is not connected to the mesh");
  }

  @Test
  void what_is_not_in_the_manifest_cannot_be_read() throws Exception {
    Program other = ctl("operator", "logs", "sshd", "--agent", "alice");

    assertThat(other.exitCode()).isEqualTo(1);
    assertThat(other.err()).contains("the manifest in force has no resource 'sshd'");
  }

  @Test
  void an_answer_goes_to_no_key() throws Exception {
    Connection mesh = bed.nats().connect();

    mesh.publish(
        "harmony.agent.alice.plan",
        "$KV.harmony_agents.desired-state.bob",
        "{\"resources\":[]}".getBytes(StandardCharsets.UTF_8));
    mesh.publish("harmony.agent.alice.plan", "_INBOX_bob.x", new byte[0]);

    // What came after is answered, so what came before has been passed over.
    assertThat(ask(mesh, "nonsense", new byte[0])).isEqualTo(CallFailed.Reason.UNKNOWN_VERB);
    assertThat(control.revision("desired-state.bob")).isZero();
  }

  @Test
  void callers_without_manners_neither_stop_the_agent_nor_keep_others_out() throws Exception {
    Connection mesh = bed.nats().connect();
    List<Subscription> deaf = new ArrayList<>();
    byte[] all = wish(LINES, true);
    for (int i = 0; i < 5; i++) {
      String inbox = mesh.createInbox();
      deaf.add(mesh.subscribe(inbox));
      mesh.publish("harmony.agent.alice.logs", inbox, null, all);
    }

    assertThat(ask(mesh, "logs", wish(1, false))).isEqualTo(CallFailed.Reason.BUSY);
    control.want("alice", talkative().replace("\"generation\": 1", "\"generation\": 2"));
    control.awaitConverged("alice", 2);

    // Nobody took anything, so nobody got more than a window; and then they are forgotten.
    for (Subscription one : deaf) {
      assertThat(one.getPendingMessageCount()).isLessThanOrEqualTo(20);
    }
    bed.eventually(Duration.ofSeconds(40), () -> answers(mesh, wish(1, false)));
    bed.eventually(
        Duration.ofSeconds(40),
        () -> device.pi().run("pgrep", "-c", "journalctl").out().strip(),
        "0"::equals);
  }

  @Test
  void a_call_that_is_closed_leaves_nothing_running() throws Exception {
    Connection mesh = bed.nats().connect();
    try (AgentCall call = AgentCall.open(mesh, ALICE, "logs", wish(1, true))) {
      Optional<byte[]> first = call.next(Duration.ofSeconds(10));
      assertThat(first).isPresent();
    }

    bed.eventually(
        Duration.ofSeconds(20),
        () -> device.pi().run("pgrep", "-c", "journalctl").out().strip(),
        "0"::equals);
  }

  private static String users() {
    return """
      authorization { users: [
        { user: "testbed", password: "x" },
        { nkey: "%s", permissions: {
            publish: { allow: [
              "$KV.harmony_agents.actual-state.alice",
              "$KV.harmony_agents.heartbeat.alice",
              "$JS.API.DIRECT.GET.KV_harmony_agents.$KV.harmony_agents.desired-state.alice",
              "$JS.API.DIRECT.GET.KV_harmony_agents.$KV.harmony_agents.actual-state.alice",
              "$JS.API.CONSUMER.CREATE.KV_harmony_agents.*.$KV.harmony_agents.desired-state.alice",
              "$JS.FC.KV_harmony_agents.>" ] },
            subscribe: { allow: [ "_INBOX_alice.>", "harmony.agent.alice.*" ] },
            allow_responses: { max: 64, expires: "1m" } } },
        { nkey: "%s", permissions: {
            publish: { allow: [ "harmony.agent.*.*" ] },
            subscribe: { allow: [ "_INBOX_harmonyctl.>" ] } } },
        { nkey: "%s", permissions: {
            publish: { allow: [ "harmony.agent.*.logs" ] },
            subscribe: { allow: [ "_INBOX_harmonyctl.>" ] } } }
      ] }
      no_auth_user: testbed
      """
        .formatted(user("alice"), user("operator"), user("reader"));
  }

  private static NKey key() {
    try {
      return NKey.createUser(null);
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String user(String name) {
    try {
      return new String(Optional.ofNullable(KEYS.get(name)).orElseThrow().getPublicKey());
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String seed(String name) {
    return new String(Optional.ofNullable(KEYS.get(name)).orElseThrow().getSeed());
  }

  private static CallFailed.Reason ask(Connection mesh, String verb, byte[] request) {
    try {
      AgentCall.ask(mesh, ALICE, verb, request);
    } catch (CallFailed e) {
      return e.reason();
    } catch (MeshUnavailable | InterruptedException e) {
      throw new IllegalStateException(e);
    }
    throw new AssertionError("it was answered");
  }

  private static boolean answers(Connection mesh, byte[] request) {
    try {
      return AgentCall.ask(mesh, ALICE, "logs", request).length > 0;
    } catch (CallFailed | MeshUnavailable | InterruptedException e) {
      return false;
    }
  }

  private static byte[] wish(int tail, boolean follow) {
    LogWish wish = new LogWish(Optional.of(new ResourceId("talker")), tail, follow);
    return JsonWriter.compact(wish.toJson().node());
  }

  private static String talkative() {
    String loop = "for i in $(seq 1 " + LINES + "); do echo " + "x".repeat(200) + " line $i; done";
    return """
        {"generation": 1, "resources": [{"id": "talker", "spec": {"kind": "SystemdUnit",
          "name": "talker.service", "state": "active", "content":
          "[Service]\\nLogRateLimitIntervalSec=0\\nExecStart=/bin/sh -c '%s; sleep infinity'\\n"}}]}
        """
        .formatted(loop.replace("$", "$$"));
  }

  private Program ctl(String user, String... arguments) throws Exception {
    Path seed = Files.writeString(files.resolve(user), seed(user));
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(1, List.of("-s", bed.nats().node(1).relayUrl(), "--nkey", seed.toString()));
    return Program.run(
        Binaries.harmonyAgent().resolveSibling("harmonyctl"),
        new byte[0],
        all.toArray(String[]::new));
  }
}
