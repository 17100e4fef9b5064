package io.harmonyagent.agent.it;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.Heartbeat;
import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.core.status.ResourceStatus;
import io.harmonyagent.core.status.StatusReader;
import io.harmonyagent.testbed.Testbed;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.KeyValue;
import io.nats.client.api.KeyValueConfiguration;
import io.nats.client.api.KeyValueEntry;
import io.nats.client.api.StorageType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/**
 * The other side of the mesh, by the NATS client's own key-value API: so that what we write is
 * shown to be what everybody else understands.
 */
public final class ControlPlane {
  private final Testbed bed;
  private final KeyValue agents;

  private ControlPlane(Testbed bed, KeyValue agents) {
    this.bed = bed;
    this.agents = agents;
  }

  public static ControlPlane start(Testbed bed) {
    return start(bed, bed.nats().connect());
  }

  public static ControlPlane start(Testbed bed, Connection connection) {
    try {
      connection
          .keyValueManagement()
          .create(
              KeyValueConfiguration.builder()
                  .name("harmony_agents")
                  .maxHistoryPerKey(16)
                  .storageType(StorageType.File)
                  .replicas(bed.nats().members().size())
                  .build());
      return new ControlPlane(bed, connection.keyValue("harmony_agents"));
    } catch (IOException | JetStreamApiException e) {
      throw new IllegalStateException("the bucket cannot be created", e);
    }
  }

  public void want(String agent, String manifest) {
    want(agent, manifest.getBytes(StandardCharsets.UTF_8));
  }

  /** Put again if a server that has just come back does not answer: the same value twice is one. */
  public void want(String agent, byte[] manifest) {
    bed.eventually(Duration.ofSeconds(20), () -> isPut(agent, manifest));
  }

  private boolean isPut(String agent, byte[] manifest) {
    try {
      agents.put("desired-state." + agent, manifest);
      return true;
    } catch (IOException e) {
      return false;
    } catch (JetStreamApiException e) {
      throw new IllegalStateException("the manifest cannot be put", e);
    }
  }

  /** A manifest of one file. */
  public static String oneFile(long generation, String path, String content) {
    return """
        {"generation": %d, "resources": [
          {"id": "file", "spec": {"kind": "File", "path": "%s", "content": {"inline": "%s"}}}]}
        """
        .formatted(generation, path, content);
  }

  public Optional<AgentStatus> status(String agent) {
    Optional<KeyValueEntry> entry = entry("actual-state." + agent);
    try {
      return entry.isEmpty()
          ? Optional.empty()
          : Optional.of(StatusReader.read(new JsonReader().read(entry.get().getValue(), "status")));
    } catch (InvalidDocument e) {
      throw new IllegalStateException("the status cannot be read: " + e.sentence(), e);
    }
  }

  public Optional<Heartbeat> heartbeat(String agent) {
    Optional<KeyValueEntry> entry = entry("heartbeat." + agent);
    try {
      return entry.isEmpty()
          ? Optional.empty()
          : Optional.of(Heartbeat.read(new JsonReader().read(entry.get().getValue(), "heartbeat")));
    } catch (InvalidDocument e) {
      throw new IllegalStateException("the heartbeat cannot be read: " + e.sentence(), e);
    }
  }

  /** How many values of a key the server still has. */
  public int history(String key) {
    try {
      return agents.history(key).size();
    } catch (IOException | JetStreamApiException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** As an operator by mistake, or a bucket that was made anew. */
  public void delete(String key) {
    try {
      agents.delete(key);
    } catch (IOException | JetStreamApiException e) {
      throw new IllegalStateException("the key cannot be deleted", e);
    }
  }

  public long revision(String key) {
    return entry(key).map(KeyValueEntry::getRevision).orElse(0L);
  }

  public AgentStatus awaitConverged(String agent, long generation) {
    return bed.eventually(
            Duration.ofSeconds(20),
            () -> status(agent),
            s -> s.isPresent() && s.get().hasConverged(generation))
        .orElseThrow();
  }

  public ResourceState.Failed awaitFailed(String agent, String resource) {
    ResourceState state =
        bed.eventually(
            Duration.ofSeconds(10),
            () ->
                status(agent)
                    .map(s -> s.resources().get(new ResourceId(resource)))
                    .map(ResourceStatus::state)
                    .orElse(new ResourceState.Pending()),
            s -> s instanceof ResourceState.Failed);
    return (ResourceState.Failed) state;
  }

  public AgentStatus awaitRejected(String agent, String reason) {
    return bed.eventually(
            Duration.ofSeconds(10),
            () -> status(agent),
            s ->
                s.flatMap(AgentStatus::rejected).filter(r -> r.reason().equals(reason)).isPresent())
        .orElseThrow();
  }

  private Optional<KeyValueEntry> entry(String key) {
    try {
      return Optional.ofNullable(agents.get(key));
    } catch (IOException | JetStreamApiException e) {
      throw new IllegalStateException("the mesh cannot be read", e);
    }
  }
}
