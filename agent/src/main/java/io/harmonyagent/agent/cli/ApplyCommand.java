package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.document.Place;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.AgentManifest;
import io.harmonyagent.core.manifest.ManifestReader;
import io.harmonyagent.core.mesh.Bucket;
import io.harmonyagent.core.mesh.CasOutcome;
import io.harmonyagent.core.mesh.Keys;
import io.harmonyagent.core.mesh.MeshUnavailable;
import io.harmonyagent.core.status.StatusReader;
import io.nats.client.Connection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code apply}: wants a manifest of a device. */
@Command(
    name = "apply",
    description = "Makes a manifest the desired state of a device.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Without a generation in the manifest, the next one is used.",
      "",
      "Example:",
      "  harmonyctl apply -s nats://127.0.0.1:4222 -f examples/hello.yaml --agent pi-kitchen --wait"
    })
final class ApplyCommand implements Callable<Integer> {
  private static final Duration WRITE_TIMEOUT = Duration.ofSeconds(5);

  @Mixin private MeshAccess mesh;

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description = "The manifest: YAML, or JSON if its name says so; - for standard input.",
      required = true)
  private Path file;

  @Option(names = "--agent", paramLabel = "ID", description = "The device.", required = true)
  private String agent;

  @Option(names = "--wait", description = "Wait until the device has converged.")
  private boolean wait;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "How long to wait.",
      defaultValue = "60")
  private long timeoutSeconds;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    AgentId id = MeshAccess.agentId(agent);
    Node manifest = read();
    return mesh.use(
        connection -> {
          Applied applied = write(connection, id, manifest);
          long generation = applied.manifest().generation();
          spec.commandLine().getOut().println(id + ": generation " + generation + " is wanted");
          if (!wait) {
            return ExitCode.OK;
          }
          return new Convergence(connection, id, spec.commandLine().getOut())
                  .await(applied.manifest(), applied.revision(), Duration.ofSeconds(timeoutSeconds))
              ? ExitCode.OK
              : ExitCode.FAILED;
        });
  }

  private Node read() throws UserError {
    try {
      Node document = Manifests.document(file);
      ManifestReader.readStatic(document);
      return document;
    } catch (InvalidDocument e) {
      throw UserError.badInput(e.sentence());
    }
  }

  /** What was written, and which place that write has in the order of all writes. */
  private record Applied(AgentManifest manifest, long revision) {}

  private static Applied write(Connection connection, AgentId id, Node manifest) throws Exception {
    Bucket bucket = MeshAccess.agents(connection);
    String key = Keys.desiredState(id);
    Bucket.Latest latest = bucket.get(key);
    long current = Math.max(wantedGeneration(latest), acceptedGeneration(bucket, id));
    Node numbered = withGeneration((Node.Mapping) manifest, current + 1);
    AgentManifest wanted = ManifestReader.read(numbered);
    byte[] bytes = JsonWriter.compact(numbered);
    if (bytes.length > ManifestReader.MAX_BYTES) {
      throw UserError.badInput(
          "the manifest has "
              + bytes.length
              + " bytes, and "
              + ManifestReader.MAX_BYTES
              + " is the most that an agent accepts");
    }
    return switch (bucket.compareAndSet(key, bytes, latest.revision(), WRITE_TIMEOUT)) {
      case CasOutcome.Acked(long revision) -> new Applied(wanted, revision);
      case CasOutcome.Lost _ ->
          throw UserError.failed(
              "somebody else wrote the desired state of " + id + " just now; look, then try again");
      case CasOutcome.InFlight _ ->
          throw UserError.failed("the mesh is still busy with another write; try again");
      case CasOutcome.Unknown(String why) ->
          throw UserError.failed(
              "the mesh gave no answer (" + why + "); look before you try again");
    };
  }

  /** Zero for a manifest that is not there or cannot be read: whatever comes now is newer. */
  private static long wantedGeneration(Bucket.Latest latest) {
    try {
      return latest.value().isEmpty()
          ? 0
          : ManifestReader.read(new JsonReader().read(latest.value().get(), "desired state"))
              .generation();
    } catch (InvalidDocument e) {
      return 0;
    }
  }

  /** What the device has in force, should the desired state have been lost meanwhile. */
  private static long acceptedGeneration(Bucket bucket, AgentId id) throws MeshUnavailable {
    Bucket.Latest latest = bucket.get(Keys.actualState(id));
    try {
      return latest.value().isEmpty()
          ? 0
          : StatusReader.read(new JsonReader().read(latest.value().get(), "status"))
              .manifestGeneration();
    } catch (InvalidDocument e) {
      return 0;
    }
  }

  private static Node withGeneration(Node.Mapping manifest, long next) {
    SequencedMap<String, Node> entries = new LinkedHashMap<>();
    entries.put("generation", new Node.Numeral(Place.NOWHERE, Long.toString(next)));
    entries.putAll(manifest.entries());
    return new Node.Mapping(manifest.place(), entries);
  }
}
