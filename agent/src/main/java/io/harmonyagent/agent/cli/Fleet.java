package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.Reading;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.mesh.BucketScan;
import io.harmonyagent.core.mesh.Keys;
import io.harmonyagent.core.mesh.MeshUnavailable;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.Heartbeat;
import io.harmonyagent.core.status.StatusReader;
import io.nats.client.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * All devices that the mesh knows anything of, by one read of the bucket.
 *
 * @param readAt by the server's clock, as all times of its entries are: ours may be wrong
 */
record Fleet(SortedMap<String, Member> members, Instant readAt) {
  /**
   * What is known of one device.
   *
   * @param wantedGeneration of its desired state, if it has one that can be read
   * @param heardAt when its last heartbeat reached the servers
   * @param clockSkew how far its clock was ahead of theirs then
   */
  record Member(
      String id,
      Labels labels,
      Optional<Long> wantedGeneration,
      Optional<AgentStatus> status,
      Optional<Instant> heardAt,
      Optional<Duration> clockSkew) {
    private static Member unknown(String id) {
      return new Member(
          id, Labels.NONE, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }
  }

  /** Of each device without its resources: of a thousand they would not fit into the heap. */
  static Fleet read(Connection connection) throws MeshUnavailable {
    return read(connection, ">", Fleet::withoutResources);
  }

  /** Of one device only, with all that it said. */
  static Fleet read(Connection connection, AgentId agent) throws MeshUnavailable {
    return read(connection, "*." + agent, status -> status);
  }

  private static Fleet read(Connection connection, String pattern, UnaryOperator<AgentStatus> kept)
      throws MeshUnavailable {
    SortedMap<String, Member> members = new TreeMap<>();
    Instant at =
        new BucketScan(connection, Keys.AGENTS_BUCKET)
            .newest(pattern, entry -> add(entry, kept, members));
    return new Fleet(members, at);
  }

  static Fleet of(List<BucketScan.Entry> entries, Instant now) {
    SortedMap<String, Member> members = new TreeMap<>();
    entries.forEach(entry -> add(entry, Fleet::withoutResources, members));
    return new Fleet(members, now);
  }

  private static void add(
      BucketScan.Entry entry, UnaryOperator<AgentStatus> kept, SortedMap<String, Member> members) {
    int dot = entry.key().indexOf('.');
    if (dot > 0 && entry.value().isPresent()) {
      String id = entry.key().substring(dot + 1);
      Member before = members.getOrDefault(id, Member.unknown(id));
      members.put(id, with(before, entry.key().substring(0, dot), entry, kept));
    }
  }

  private static AgentStatus withoutResources(AgentStatus status) {
    return new AgentStatus(
        status.agentId(),
        status.agentVersion(),
        status.arch(),
        status.bootId(),
        status.manifestGeneration(),
        status.observedGeneration(),
        status.ignoredFields(),
        new TreeMap<>(),
        status.conditions(),
        status.rejected(),
        status.update(),
        status.stoppedAt());
  }

  private static Member with(
      Member m, String what, BucketScan.Entry entry, UnaryOperator<AgentStatus> kept) {
    byte[] value = entry.value().orElseThrow();
    try {
      return switch (what) {
        case "labels" ->
            new Member(
                m.id, Labels.read(value), m.wantedGeneration, m.status, m.heardAt, m.clockSkew);
        case "desired-state" ->
            new Member(m.id, m.labels, generation(value), m.status, m.heardAt, m.clockSkew);
        case "actual-state" -> {
          AgentStatus status = StatusReader.read(new JsonReader().read(value, entry.key()));
          yield new Member(
              m.id,
              m.labels,
              m.wantedGeneration,
              Optional.of(kept.apply(status)),
              m.heardAt,
              m.clockSkew);
        }
        case "heartbeat" -> {
          Heartbeat heartbeat = Heartbeat.read(new JsonReader().read(value, entry.key()));
          yield new Member(
              m.id,
              m.labels,
              m.wantedGeneration,
              m.status,
              Optional.of(entry.written()),
              Optional.of(Duration.between(entry.written(), heartbeat.at())));
        }
        default -> m;
      };
    } catch (InvalidDocument e) {
      // One device that says nonsense must not hide the others; it is shown as one without a word.
      return m;
    }
  }

  private static Optional<Long> generation(byte[] manifest) throws InvalidDocument {
    Fields in = Reading.start().root(new JsonReader().read(manifest, "desired state"));
    return in.optionalInteger("generation");
  }
}
