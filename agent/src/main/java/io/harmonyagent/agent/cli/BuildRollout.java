package io.harmonyagent.agent.cli;

import io.harmonyagent.agent.cli.Convergence.Ending;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.AgentRelease;
import io.harmonyagent.core.mesh.Bucket;
import io.harmonyagent.core.mesh.Keys;
import io.harmonyagent.core.mesh.MeshUnavailable;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.Rejection;
import io.harmonyagent.core.status.StatusReader;
import io.harmonyagent.core.status.UpdateStatus;
import io.harmonyagent.core.trust.SigningKey;
import io.nats.client.Connection;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Consumer;

/** A build for a group of devices: each has its manifest as it stands, but for the build. */
final class BuildRollout implements Rollout.Devices {
  private static final Set<String> PASSES_BY_ITSELF =
      Set.of("StoreUnavailable", "IoError", "CannotStart");

  /**
   * What is wanted of every device.
   *
   * @param signer of the manifests; absent where the devices ask for no signature
   */
  record Wish(String version, boolean downgrade, Optional<SigningKey> signer, Duration timeout) {}

  private final Connection connection;
  private final Wish wish;

  /** For each device the build for what it is made of. */
  private final SequencedMap<AgentId, AgentRelease> releases = new LinkedHashMap<>();

  /** Asks no device yet: what cannot be asked of the last must not stop half-way. */
  BuildRollout(Connection connection, Wish wish, Iterable<AgentId> devices) throws Exception {
    this.connection = connection;
    this.wish = wish;
    Bucket bucket = MeshAccess.agents(connection);
    Releases pushed = new Releases(connection);
    for (AgentId device : devices) {
      AgentStatus status =
          status(bucket, device)
              .orElseThrow(() -> UserError.failed(device + ": no status; is the agent running?"));
      AgentRelease release =
          pushed.get(wish.version(), status.arch()).asDowngrade(wish.downgrade());
      Node unused = with(release, device, desired(device).editable());
      releases.put(device, release);
    }
  }

  private static Optional<AgentStatus> status(Bucket bucket, AgentId device)
      throws MeshUnavailable, InvalidDocument {
    Optional<byte[]> value = bucket.get(Keys.actualState(device)).value();
    return value.isEmpty()
        ? Optional.empty()
        : Optional.of(StatusReader.read(new JsonReader().read(value.get(), "status of " + device)));
  }

  @Override
  public List<AgentId> all() {
    return List.copyOf(releases.keySet());
  }

  @Override
  public DesiredState.Written write(AgentId id) throws Exception {
    AgentRelease release = release(id);
    return desired(id)
        .edit(standing -> with(release, id, standing), "update to " + release.version());
  }

  @Override
  public Ending await(AgentId id, DesiredState.Written written, Consumer<String> progress)
      throws Exception {
    String artifact = release(id).sha256();
    long generation = written.manifest().generation();
    return new Convergence(connection, id, progress)
        .await(
            written.revision(), wish.timeout(), (status, _) -> judge(status, artifact, generation));
  }

  @Override
  public String advice() {
    return "What failed has gone back by itself, or runs what it ran; push a better build, or go"
        + " back: harmonyctl rollback ID";
  }

  private DesiredState desired(AgentId device) throws Exception {
    return new DesiredState(connection, device, wish.signer());
  }

  private AgentRelease release(AgentId device) {
    return Optional.ofNullable(releases.get(device)).orElseThrow();
  }

  /** The manifest that stands, but for the build; its generation is to be the next one. */
  private static Node with(AgentRelease release, AgentId device, Optional<Node> standing)
      throws UserError {
    Node manifest =
        standing.orElseThrow(
            () ->
                UserError.failed(device + " has no manifest; give it one with 'harmonyctl apply'"));
    return DesiredState.with(
        DesiredState.withoutGeneration(manifest), "agent", release.toJson().node());
  }

  /** Whether it is over. What was said before it saw what is wanted is about something else. */
  static Optional<Ending.Kind> judge(AgentStatus status, String artifact, long generation) {
    if (status.rejected().flatMap(Rejection::generation).equals(Optional.of(generation))) {
      return Optional.of(Ending.Kind.REJECTED);
    }
    if (status.manifestGeneration() < generation) {
      return Optional.empty();
    }
    Optional<UpdateStatus> update = status.update().filter(u -> u.artifact().equals(artifact));
    if (update.isEmpty()) {
      return status.manifestGeneration() > generation
          ? Optional.of(Ending.Kind.SUPERSEDED)
          : Optional.empty();
    }
    return switch (update.get().state()) {
      case CURRENT -> Optional.of(Ending.Kind.CONVERGED);
      case REFUSED -> Optional.of(Ending.Kind.FAILING);
      case WAITING ->
          PASSES_BY_ITSELF.contains(update.get().reason())
              ? Optional.empty()
              : Optional.of(Ending.Kind.FAILING);
      case NONE, FETCHING, PROVING -> Optional.empty();
    };
  }
}
