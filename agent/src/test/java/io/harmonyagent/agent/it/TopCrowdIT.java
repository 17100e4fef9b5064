package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.testbed.Testbed;
import io.nats.client.Connection;
import io.nats.client.JetStream;
import io.nats.client.api.PublishAck;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code harmonyctl top} before a thousand agents, each with twenty resources. */
class TopCrowdIT {
  private static final int AGENTS = 1_000;
  private static final int RESOURCES = 20;

  @RegisterExtension static final Testbed bed = Testbed.withNats(1);

  @BeforeAll
  static void a_thousand_agents() throws Exception {
    Connection connection = bed.nats().connect();
    ControlPlane.start(bed, connection);
    JetStream stream = connection.jetStream();
    List<CompletableFuture<PublishAck>> acks = new ArrayList<>();
    for (int i = 0; i < AGENTS; i++) {
      String id = "pi-%04d".formatted(i);
      acks.add(publish(stream, "desired-state." + id, "{\"generation\":1,\"resources\":[]}"));
      acks.add(publish(stream, "actual-state." + id, status(id)));
      acks.add(publish(stream, "heartbeat." + id, "{}"));
    }
    CompletableFuture.allOf(acks.toArray(CompletableFuture[]::new)).join();
  }

  @Test
  void it_is_shown_within_seconds_and_within_bounds() throws IOException {
    try (Tmux terminal = Tmux.open(bed, 80, 24)) {
      Path tool = Binaries.harmonyAgent().resolveSibling("harmonyctl");
      terminal.type(tool + " top -s " + bed.nats().node(1).relayUrl());
      terminal.awaitAll("1000 agents   1000 Ready", "pi-0000");
      terminal.press("End");
      terminal.awaitAll("pi-0999");
      terminal.press("Enter");
      terminal.awaitAll("› fleet › pi-0999", "20 of 20 ready", "r00");
      assertThat(peakMemoryKb(terminal.program())).isLessThan(110_000);
      terminal.press("q");
    }
  }

  private static CompletableFuture<PublishAck> publish(JetStream stream, String key, String value) {
    return stream.publishAsync("$KV.harmony_agents." + key, value.getBytes(StandardCharsets.UTF_8));
  }

  private static String status(String id) {
    StringBuilder resources = new StringBuilder();
    for (int i = 0; i < RESOURCES; i++) {
      resources.append(
          """
          %s"r%02d": {"kind": "File", "spec_hash": "x", "since": "2026-01-01T00:00:00Z",
            "state": "Ready", "details": {"path": "/etc/r%02d", "sha256": "ab", "size": 1}}\
          """
              .formatted(i == 0 ? "" : ", ", i, i));
    }
    return """
    {"agent_id": "%s", "agent_version": "1", "arch": "aarch64", "boot_id": "b",
     "manifest_generation": 1, "observed_generation": 1, "resources": {%s},
     "conditions": [{"type": "Ready", "status": "True", "reason": "AllReady",
       "since": "2026-01-01T00:00:00Z"}], "rejected": null}
    """
        .formatted(id, resources);
  }

  private static long peakMemoryKb(long pid) throws IOException {
    return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .map(line -> line.replaceAll("\\D+", ""))
        .mapToLong(Long::parseLong)
        .findFirst()
        .orElseThrow();
  }
}
