package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.trust.SigningKey;
import io.harmonyagent.failover.topology.MultisitePostgres;
import io.nats.client.Connection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code apply}: wants a manifest of a device, or of a group of them one after the other. */
@Command(
    name = "apply",
    description = "Makes a manifest the desired state of a device, or of a group of devices.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Without a generation in the manifest, the next one is used. In texts, $${agent.id} and"
          + " $${label.KEY} stand for the device's own values.",
      "",
      "A group is changed step by step: --canary devices first, then --max-unavailable at a time,"
          + " each step once the one before has converged. At the first failure the rest is left"
          + " as it is.",
      "",
      "A file of the kind MultisitePostgres becomes the config of a failover cluster and a resource"
          + " in the manifests of both its devices; what else these have stays.",
      "",
      "Examples:",
      "  harmonyctl apply -f examples/hello.yaml --agent pi-kitchen --wait",
      "  harmonyctl apply -f examples/fleet.yaml --selector site=barn --canary 1",
      "  harmonyctl apply -f examples/fleet.yaml --selector site=barn --dry-run",
      "  harmonyctl apply -f examples/multisite-postgres.yaml --wait"
    })
final class ApplyCommand implements Callable<Integer> {
  @Mixin private MeshAccess mesh;

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE|DIR|-",
      description =
          "The manifest: YAML, or JSON if its name says so; all of a directory's; - for standard"
              + " input. Several documents are joined into one manifest.",
      required = true)
  private Path file;

  @Mixin private Targets targets;

  @Mixin private Waiting waiting;

  @Mixin private Signing signing;

  @Option(
      names = "--dry-run",
      description = "Ask the devices what would change, and change nothing.")
  private boolean dryRun;

  @Option(
      names = "--canary",
      paramLabel = "N",
      description = "In a group: how many devices go first; none, if not said.")
  private @Nullable Integer canary;

  @Option(
      names = "--max-unavailable",
      paramLabel = "N",
      description = "In a group: how many devices are changed at a time; one, if not said.")
  private @Nullable Integer atATime;

  @Mixin private Output output;

  @Override
  public Integer call() throws Exception {
    int first = canary == null ? 0 : canary;
    int next = atATime == null ? 1 : atATime;
    if (first < 0 || next < 1) {
      throw UserError.badInput("--canary must be 0 or more, --max-unavailable 1 or more");
    }
    if (!targets.isGroup() && (canary != null || atATime != null)) {
      throw UserError.badInput("--canary and --max-unavailable are for a group: --selector k=v");
    }
    waiting.refuseNonsense();
    Node source = ManifestFiles.read(file);
    output.warn(ManifestCheck.passedOver(source));
    if (MultisitePostgres.isOne(source)) {
      return bothSites(multisite(source));
    }
    targets.mustBeSaid();
    Optional<SigningKey> key = signing.key();
    return mesh.use(
        connection -> {
          SequencedMap<AgentId, Node> manifests = expanded(source, targets.find(connection));
          if (dryRun) {
            return plan(connection, manifests);
          }
          if (targets.isGroup()) {
            Rollout.Devices group =
                new Rollout.OnMesh(connection, manifests, key, waiting.timeout());
            return Outcome.finish(new Rollout(group, output.talk()).run(first, next), output);
          }
          return new DeviceChange(manifests.firstEntry().getKey(), key, waiting, output)
              .make(
                  connection, desired -> desired.write(manifests.firstEntry().getValue(), ""), "");
        });
  }

  private int bothSites(MultisitePostgres wanted) throws Exception {
    if (targets.areSaid() || dryRun) {
      throw UserError.badInput(
          "a MultisitePostgres names its two devices itself, and knows no --agent, --selector or"
              + " --dry-run");
    }
    MultisiteApply apply = new MultisiteApply(output.talk(), signing.key());
    return mesh.use(
        connection -> {
          List<Outcome> outcomes = new ArrayList<>();
          for (Map.Entry<AgentId, DesiredState.Written> each :
              apply.to(connection, wanted).entrySet()) {
            outcomes.add(waiting.afterwards(connection, each.getKey(), each.getValue(), output));
          }
          return Outcome.finish(outcomes, output);
        });
  }

  private static MultisitePostgres multisite(Node document) throws UserError {
    try {
      return MultisitePostgres.read(document);
    } catch (InvalidDocument e) {
      throw UserError.badInput(e.sentence());
    }
  }

  /** All before the first is sent: a mistake for the last device must not stop half-way. */
  private static SequencedMap<AgentId, Node> expanded(
      Node source, SequencedMap<AgentId, Labels> targets) throws UserError {
    SequencedMap<AgentId, Node> manifests = new LinkedHashMap<>();
    for (Map.Entry<AgentId, Labels> target : targets.entrySet()) {
      manifests.put(
          target.getKey(), new Expansion(target.getKey(), target.getValue()).checked(source));
    }
    return manifests;
  }

  /** A device that does not answer does not keep the others from being asked. */
  private int plan(Connection connection, SequencedMap<AgentId, Node> manifests) throws Exception {
    List<DryRun> runs = new ArrayList<>();
    for (Map.Entry<AgentId, Node> entry : manifests.entrySet()) {
      runs.add(DryRun.ask(connection, entry.getKey(), entry.getValue()));
    }
    output.print(new DryRun.Devices(runs));
    output.talk().println("nothing was changed (--dry-run)");
    return runs.stream().mapToInt(DryRun::exitCode).max().orElse(ExitCode.OK);
  }
}
