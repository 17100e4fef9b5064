package io.harmonyagent.bench;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.mesh.Buckets;
import io.harmonyagent.core.mesh.Keys;
import io.harmonyagent.core.mesh.MeshUnavailable;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.StatusReader;
import io.harmonyagent.testbed.Testbed;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.KeyValue;
import io.nats.client.api.KeyValueEntry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The other side of the mesh: wants manifests and reads what the devices say. */
public final class ControlPlane {
  private static final Duration CONVERGE_LIMIT = Duration.ofSeconds(30);

  private final Testbed bed;
  private final KeyValue agents;

  private ControlPlane(Testbed bed, Connection connection) throws IOException {
    this.bed = bed;
    this.agents = connection.keyValue(Keys.AGENTS_BUCKET);
  }

  /** On a mesh that has its bucket. */
  public static ControlPlane of(Testbed bed) throws IOException {
    return new ControlPlane(bed, bed.nats().connect());
  }

  /** On a new mesh. */
  public static ControlPlane create(Testbed bed) throws IOException, MeshUnavailable {
    Connection connection = bed.nats().connect();
    Buckets.createAgents(connection, bed.nats().members().size());
    return new ControlPlane(bed, connection);
  }

  public void put(String agent, String manifest) throws IOException, JetStreamApiException {
    agents.put(desired(agent), manifest.getBytes(StandardCharsets.UTF_8));
  }

  /** When the server took the manifest that is wanted now. */
  public Instant wantedAt(String agent) throws IOException, JetStreamApiException {
    return agents.get(desired(agent)).getCreated().toInstant();
  }

  public AgentStatus awaitConverged(String agent, long generation) {
    return awaitStatus(agent, status -> status.hasConverged(generation));
  }

  public AgentStatus awaitStatus(String agent, Predicate<AgentStatus> wanted) {
    return bed.eventually(CONVERGE_LIMIT, () -> status(agent), s -> s.filter(wanted).isPresent())
        .orElseThrow();
  }

  private Optional<AgentStatus> status(String agent)
      throws IOException, JetStreamApiException, InvalidDocument {
    @Nullable KeyValueEntry entry = agents.get(actual(agent));
    return entry == null ? Optional.empty() : Optional.of(read(entry));
  }

  private static AgentStatus read(KeyValueEntry entry) throws InvalidDocument {
    return StatusReader.read(new JsonReader().read(entry.getValue(), entry.getKey()));
  }

  private static String desired(String agent) {
    return Keys.desiredState(new AgentId(agent));
  }

  private static String actual(String agent) {
    return Keys.actualState(new AgentId(agent));
  }
}
