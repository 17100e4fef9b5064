package io.harmonyagent.agent.cli;

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
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/**
 * Asks wave after wave of devices to run a build, and waits until each of a wave says that it does.
 */
final class BuildRollout {
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);
  private static final Set<String> PASSES_BY_ITSELF =
      Set.of("StoreUnavailable", "IoError", "CannotStart");

  /**
   * What is wanted of every device.
   *
   * @param signer of the manifests; absent where the devices ask for no signature
   */
  record Wish(String version, boolean downgrade, Optional<SigningKey> signer) {}

  private final Connection connection;
  private final Bucket bucket;
  private final Releases releases;
  private final Wish wish;
  private final Duration patience;
  private final PrintWriter out;

  BuildRollout(Connection connection, Wish wish, Duration patience, PrintWriter out)
      throws IOException {
    this.connection = connection;
    this.bucket = MeshAccess.agents(connection);
    this.releases = new Releases(connection);
    this.wish = wish;
    this.patience = patience;
    this.out = out;
  }

  /**
   * Returns whether all devices run the build; stops after the first wave in which one does not.
   */
  boolean over(List<List<AgentId>> waves) throws Exception {
    int untouched = 0;
    for (List<AgentId> wave : waves) {
      // All before the first is asked: what cannot be asked of the last must not stop half-way.
      for (AgentId device : wave) {
        Node unused = with(release(device), device, new DesiredState(connection, device).current());
        untouched++;
      }
    }
    Map<AgentId, Asked> arrived = new LinkedHashMap<>();
    for (List<AgentId> wave : waves) {
      Map<AgentId, Asked> asked = new LinkedHashMap<>();
      for (AgentId device : wave) {
        asked.put(device, ask(device));
      }
      untouched -= wave.size();
      boolean allWell = allArrive(asked);
      // One that works may turn out not to last.
      if (!allStay(arrived) || !allWell) {
        out.println("stopped: " + untouched + " devices were not asked");
        return false;
      }
      arrived.putAll(asked);
    }
    return true;
  }

  private boolean allStay(Map<AgentId, Asked> arrived) throws MeshUnavailable, InvalidDocument {
    boolean all = true;
    for (Map.Entry<AgentId, Asked> device : arrived.entrySet()) {
      Optional<String> objection =
          status(device.getKey()).flatMap(s -> objection(s, device.getValue()));
      if (objection.isPresent()) {
        out.println(device.getKey() + ": FAILED, " + objection.get());
        all = false;
      }
    }
    return all;
  }

  /** What a device was asked for, and by which manifest. */
  private record Asked(AgentRelease release, long generation) {}

  /** The build for what the device is made of. */
  private AgentRelease release(AgentId device) throws Exception {
    AgentStatus status =
        status(device)
            .orElseThrow(() -> UserError.failed(device + ": no status; is the agent running?"));
    return releases.get(wish.version(), status.arch()).asDowngrade(wish.downgrade());
  }

  private Asked ask(AgentId device) throws Exception {
    AgentRelease release = release(device);
    DesiredState.Written written =
        new DesiredState(connection, device, wish.signer())
            .edit(standing -> with(release, device, standing), "update to " + release.version());
    out.println(device + ": version " + release.version() + " is wanted");
    return new Asked(release, written.manifest().generation());
  }

  /** The manifest that stands, but for the build; its generation is to be the next one. */
  private Node with(AgentRelease release, AgentId device, Optional<Node> standing)
      throws UserError {
    if (!(standing.orElse(null) instanceof Node.Mapping(var place, var before))) {
      throw UserError.failed(device + " has no manifest; give it one with 'harmonyctl apply'");
    }
    if (before.containsKey("signature") && wish.signer().isEmpty()) {
      throw UserError.badInput(
          device + "'s manifest is signed; give the key with --sign-key, or it will be rejected");
    }
    SequencedMap<String, Node> next = new LinkedHashMap<>(before);
    next.remove("generation");
    next.remove("rollback");
    next.remove("signature");
    next.put("agent", release.toJson().node());
    return new Node.Mapping(place, next);
  }

  private boolean allArrive(Map<AgentId, Asked> asked)
      throws MeshUnavailable, InvalidDocument, InterruptedException {
    long start = System.nanoTime();
    Map<AgentId, Asked> open = new LinkedHashMap<>(asked);
    boolean allWell = true;
    while (!open.isEmpty() && System.nanoTime() - start < patience.toNanos()) {
      for (Map.Entry<AgentId, Asked> device : Map.copyOf(open).entrySet()) {
        Optional<AgentStatus> status = status(device.getKey());
        if (status.isPresent() && runs(status.get(), device.getValue())) {
          out.println(device.getKey() + ": runs version " + device.getValue().release().version());
          open.remove(device.getKey());
        }
        Optional<String> objection = status.flatMap(s -> objection(s, device.getValue()));
        if (objection.isPresent()) {
          out.println(device.getKey() + ": FAILED, " + objection.get());
          open.remove(device.getKey());
          allWell = false;
        }
      }
      out.flush();
      if (!open.isEmpty()) {
        Thread.sleep(LOOK_EVERY);
      }
    }
    for (AgentId device : open.keySet()) {
      out.println(
          device
              + ": FAILED, not done in "
              + patience.toSeconds()
              + " s"
              + status(device).map(BuildRollout::standing).orElse(""));
    }
    return allWell && open.isEmpty();
  }

  /** How far it came, for people. */
  private static String standing(AgentStatus status) {
    return status
        .update()
        .map(u -> "; it says " + u.state().wireName() + " " + u.reason() + " " + u.message())
        .orElse("")
        .stripTrailing();
  }

  private static boolean runs(AgentStatus status, Asked asked) {
    return status.manifestGeneration() >= asked.generation()
        && status
            .update()
            .filter(u -> u.state() == UpdateStatus.State.CURRENT)
            .filter(u -> u.artifact().equals(asked.release().sha256()))
            .isPresent();
  }

  private static Optional<String> objection(AgentStatus status, Asked asked) {
    return objection(status, asked.release().sha256(), asked.generation());
  }

  /** What was said before it saw what it was asked for is about something else. */
  static Optional<String> objection(AgentStatus status, String artifact, long generation) {
    Optional<String> rejected =
        status
            .rejected()
            .filter(r -> r.generation().equals(Optional.of(generation)))
            .map(Rejection::message);
    if (rejected.isPresent() || status.manifestGeneration() < generation) {
      return rejected;
    }
    return status
        .update()
        .filter(u -> u.artifact().equals(artifact) && needsSomebody(u))
        .map(u -> u.reason() + ": " + u.message());
  }

  /** Whether it stays like this until somebody does something about it. */
  private static boolean needsSomebody(UpdateStatus update) {
    return switch (update.state()) {
      case REFUSED -> true;
      case WAITING -> !PASSES_BY_ITSELF.contains(update.reason());
      case NONE, FETCHING, PROVING, CURRENT -> false;
    };
  }

  private Optional<AgentStatus> status(AgentId device) throws MeshUnavailable, InvalidDocument {
    Optional<byte[]> value = bucket.get(Keys.actualState(device)).value();
    return value.isEmpty()
        ? Optional.empty()
        : Optional.of(StatusReader.read(new JsonReader().read(value.get(), "status of " + device)));
  }
}
