package io.harmonyagent.bench;

import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.mesh.Bucket;
import io.harmonyagent.core.mesh.Buckets;
import io.harmonyagent.core.mesh.Keys;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.Condition;
import io.harmonyagent.core.status.Heartbeat;
import io.harmonyagent.core.status.ResourceDetails;
import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.core.status.ResourceStatus;
import io.harmonyagent.core.status.StatusWriter;
import io.harmonyagent.testbed.Testbed;
import io.nats.client.Connection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How long an operator waits for harmonyctl itself: for its help, and for a fleet of a thousand.
 */
public final class Ctl {
  private static final int AGENTS = 1_000;
  private static final int RESOURCES = 10;
  private static final int TIMES = 21;

  private Ctl() {}

  public static void main(String[] arguments) throws Exception {
    System.exit(Benchmark.run(Ctl::measure));
  }

  private static void measure(Testbed bed, Figures figures) throws Exception {
    Path tool = Repository.here().binary().resolveSibling("harmonyctl");
    figures.figure("ctl_help_ms", medianMillis(tool, "--help"), "ms", 15);

    figures.comment("%d agents of %d resources each".formatted(AGENTS, RESOURCES));
    Connection mesh = bed.nats().connect();
    Buckets.createAgents(mesh, 1);
    Bucket bucket = new Bucket(mesh, Keys.AGENTS_BUCKET);
    for (int i = 0; i < AGENTS; i++) {
      fill(bucket, new AgentId("pi-%04d".formatted(i)));
    }
    String server = bed.nats().node(1).relayUrl();
    figures.figure(
        "ctl_get_1000_agents_ms", medianMillis(tool, "get", "agents", "-s", server), "ms", 300);
  }

  private static double medianMillis(Path tool, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(tool.toString()));
    command.addAll(List.of(arguments));
    List<Double> millis = new ArrayList<>();
    for (int i = 0; i < TIMES; i++) {
      long start = System.nanoTime();
      Process process =
          new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
      if (process.waitFor() != 0) {
        throw new IOException(
            command
                + ": "
                + new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8));
      }
      millis.add((System.nanoTime() - start) / 1e6);
    }
    return new Samples(millis).median();
  }

  private static void fill(Bucket bucket, AgentId agent) throws Exception {
    String manifest = manifest();
    bucket.putWithoutHistory(Keys.desiredState(agent), manifest.getBytes(StandardCharsets.UTF_8));
    Instant now = Instant.now();
    bucket.putWithoutHistory(
        Keys.heartbeat(agent),
        JsonWriter.compact(new Heartbeat(agent, "1.0.0", "boot", now).toNode()));
    bucket.putWithoutHistory(
        Keys.labels(agent),
        JsonWriter.compact(
            new JsonObject().put("labels", new JsonObject().put("site", "barn")).node()));
    TreeMap<ResourceId, ResourceStatus> resources = new TreeMap<>();
    for (int i = 0; i < RESOURCES; i++) {
      resources.put(
          new ResourceId("file-" + i),
          new ResourceStatus(
              "File",
              "0123456789abcdef0123456789abcdef",
              now,
              new ResourceState.Ready(new ResourceDetails.FileDetails("/etc/file-" + i, "hash", 1)),
              Optional.empty()));
    }
    AgentStatus status =
        new AgentStatus(
            agent,
            "1.0.0",
            "aarch64",
            "boot",
            1,
            1,
            0,
            resources,
            List.of(new Condition(Condition.Type.READY, true, "AllReady", "", now)),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    bucket.putWithoutHistory(
        Keys.actualState(agent), JsonWriter.compact(StatusWriter.toNode(status)));
  }

  private static String manifest() {
    List<String> resources = new ArrayList<>();
    for (int i = 0; i < RESOURCES; i++) {
      resources.add(
          "{\"id\":\"file-%d\",\"spec\":{\"kind\":\"File\",\"path\":\"/etc/file-%d\",\"content\":{\"inline\":\"x\"}}}"
              .formatted(i, i));
    }
    return "{\"generation\":1,\"resources\":[" + String.join(",", resources) + "]}";
  }
}
