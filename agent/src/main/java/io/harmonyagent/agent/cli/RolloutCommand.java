package io.harmonyagent.agent.cli;

import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.AgentRelease;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code update rollout}: a pushed build to many devices, a few first. */
@Command(
    name = "rollout",
    description = "Brings a pushed build to devices, step by step; stops at the first that fails.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "A device is done when it runs the build and has shown that it works. It fails when it refuses"
          + " the build, went back to the one before, or is not done in time. Then no further device"
          + " is asked, and what failed has gone back by itself.",
      "",
      "Examples:",
      "  harmonyctl update rollout 1.4.0 pi-kitchen pi-barn pi-attic --canary 1",
      "  harmonyctl update rollout 1.4.0 --selector site=barn --max-unavailable 5"
    })
final class RolloutCommand implements Callable<Integer> {
  @Mixin private MeshAccess mesh;
  @Mixin private Signing signing;

  @Parameters(index = "0", paramLabel = "VERSION", description = "As it was pushed.")
  private String version;

  @Parameters(index = "1..*", paramLabel = "AGENT", description = "The devices.", arity = "0..*")
  private List<String> agents = new ArrayList<>();

  @Option(
      names = {"-l", "--selector"},
      paramLabel = "k=v",
      description =
          "Instead of their names: all devices with these labels, in the order of their ids.")
  private @Nullable String selector;

  @Option(
      names = "--canary",
      paramLabel = "N",
      description = "How many go first, before any other is asked.",
      defaultValue = "1")
  private int canary;

  @Option(
      names = "--max-unavailable",
      paramLabel = "N",
      description = "How many are on their way at the same time after that.",
      defaultValue = "1")
  private int atATime;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "How long one device may take: " + Timeout.FORM,
      defaultValue = "10m")
  private String timeout;

  @Option(names = "--downgrade", description = "That a version below the running one is meant.")
  private boolean downgrade;

  @Mixin private Output output;

  @Override
  public Integer call() throws Exception {
    if (!AgentRelease.isVersion(version)) {
      throw UserError.badInput("VERSION must be " + AgentRelease.VERSION_RULE);
    }
    if (canary < 0 || atATime < 1) {
      throw UserError.badInput("--canary must be 0 or more, --max-unavailable 1 or more");
    }
    if (agents.isEmpty() == (selector == null)) {
      throw UserError.badInput("which devices? Name them, or give --selector k=v");
    }
    BuildRollout.Wish wish =
        new BuildRollout.Wish(version, downgrade, signing.key(), Timeout.of(timeout));
    SequencedSet<AgentId> named = new LinkedHashSet<>();
    for (String agent : agents) {
      named.add(MeshAccess.agentId(agent));
    }
    String labels = selector;
    return mesh.use(
        connection -> {
          BuildRollout group =
              new BuildRollout(
                  connection,
                  wish,
                  labels == null ? named : Targets.labelled(connection, labels).keySet());
          return Outcome.finish(new Rollout(group, output.talk()).run(canary, atATime), output);
        });
  }
}
